// The questions of exercise 03.7, by name. -1: no prediction yet.
#pragma once

namespace predicted {

extern const int simple_round_1;
extern const int simple_round_5;
extern const int simple_round_6;
extern const int improved_round_1;
extern const int improved_round_5;
extern const int improved_round_6;

extern const int threads_halved;
extern const int simple_halved_round_1;
extern const int simple_halved_round_5;
extern const int improved_halved_round_6;

extern const int additions;
extern const int additions_halved;
extern const int barriers;
extern const int barriers_halved;
extern const int extra_operations_simple;
extern const int extra_operations_improved;

}  // namespace predicted
