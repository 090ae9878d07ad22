// What the server does for each call. Each function reads its request, calls the emulator and writes the answer's body; it returns
// the answer's error. All throw Malformed.
#pragma once

#include "emulator/remote/server/session.hpp"

namespace simt::remote {

// Any call but OpenWindow and CloseWindow. Calls of the judge alone fail on other connections with cudaErrorNotPermitted.
// other: the answer's session, for the judge; else nullptr.
int answer(Call call, Session& session, Session* other, Reader& in, Writer& out);

// Those of copies.cpp, launches.cpp and api.cpp.
int answer_copy(Session& session, Reader& in, Writer& out);
int answer_copy_to_symbol(Session& session, Reader& in);
int answer_copy_from_symbol(Session& session, Reader& in, Writer& out);
int answer_parameters(Session& session, Reader& in, Writer& out);
int answer_launch(Session& session, Reader& in);
int answer_judge(Call call, Session& session, Session& other, Reader& in, Writer& out);

}  // namespace simt::remote
