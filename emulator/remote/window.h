/* What the thin runtime of grading offers a judge, besides the functions of emulator/api.h. */
#ifndef EMULATOR_REMOTE_WINDOW_H
#define EMULATOR_REMOTE_WINDOW_H

#ifdef __cplusplus
extern "C" {
#endif

/* The emulator serves the answer's process only between these two calls. Of the judge alone. */
void simt_open_window(void);
void simt_close_window(void);

#ifdef __cplusplus
}
#endif
#endif
