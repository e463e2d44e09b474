// libedit for Swift. Its el_set, el_get and history are variadic, which Swift cannot call: one small function per use.
//
// Wide characters go over the border as int32_t: wchar_t is a 32-bit int on every platform that we build for, and the
// assertion below stops the build where it is not.
#ifndef JOURNEY_LIBEDIT_SHIM_H
#define JOURNEY_LIBEDIT_SHIM_H

#include <histedit.h>
#include <stdint.h>
#include <stdio.h>

_Static_assert(sizeof(wchar_t) == sizeof(int32_t), "wchar_t holds a Unicode scalar");

typedef int32_t *(*journey_el_prompt_function)(EditLine *);
typedef int (*journey_el_read_function)(EditLine *, int32_t *);
typedef unsigned char (*journey_el_key_function)(EditLine *, int);

static inline int journey_el_set_client(EditLine *editor, void *client) {
  return el_wset(editor, EL_CLIENTDATA, client);
}

static inline void *journey_el_client(EditLine *editor) {
  void *client = NULL;
  return el_wget(editor, EL_CLIENTDATA, &client) == 0 ? client : NULL;
}

// Text between two \1 goes to the terminal as it is and takes no room.
static inline int journey_el_set_prompt(EditLine *editor, journey_el_prompt_function prompt) {
  return el_wset(editor, EL_PROMPT_ESC, prompt, L'\1');
}

static inline int journey_el_set_reader(EditLine *editor, journey_el_read_function reader) {
  return el_wset(editor, EL_GETCFN, reader);
}

static inline int journey_el_set_editor(EditLine *editor, const int32_t *name) {
  return el_wset(editor, EL_EDITOR, (const wchar_t *)name);
}

// libedit keeps the pointers to the names: they must live as long as the editor does.
static inline void journey_el_add_functions(
    EditLine *editor, journey_el_key_function complete, journey_el_key_function paste) {
  el_wset(editor, EL_ADDFN, L"journey-complete", L"Complete the word", complete);
  el_wset(editor, EL_ADDFN, L"journey-paste", L"Insert a paste", paste);
}

static inline int journey_el_bind(EditLine *editor, const int32_t *key, const int32_t *command) {
  return el_wset(editor, EL_BIND, (const wchar_t *)key, (const wchar_t *)command, NULL);
}

// The other map of vi mode, that of its commands.
static inline int journey_el_bind_alternative(EditLine *editor, const int32_t *key, const int32_t *command) {
  return el_wset(editor, EL_BIND, L"-a", (const wchar_t *)key, (const wchar_t *)command, NULL);
}

// One line of an .editrc. el_source, which reads such a file itself, does not look at what the tokenizer says of a quote
// that is not closed, and runs into pointers that were never set.
static inline int journey_el_parse(EditLine *editor, const int32_t *line) {
  TokenizerW *tokenizer = tok_winit(NULL);
  if (tokenizer == NULL) return -1;
  int count = 0;
  const wchar_t **words = NULL;
  int result = -1;
  if (tok_wstr(tokenizer, (const wchar_t *)line, &count, &words) == 0 && count > 0 && words != NULL)
    result = el_wparse(editor, count, words);
  tok_wend(tokenizer);
  return result;
}

static inline int journey_el_set_history(EditLine *editor, HistoryW *history) {
  return el_wset(editor, EL_HIST, history_w, history);
}

static inline int journey_el_use_signals(EditLine *editor, int on) {
  return el_wset(editor, EL_SIGNAL, on);
}

// 1: the terminal as libedit edits in it; 0: as it was before.
static inline int journey_el_prepare_terminal(EditLine *editor, int editing) {
  return el_wset(editor, EL_PREP_TERM, editing);
}

// Between two lines the terminal neither echoes nor collects lines: what is typed ahead stays as it was typed. In the
// usual mode a line would be cut at 4,095 bytes, and ^D would become a NUL when libedit takes the terminal back.
static inline int journey_el_stay_quiet(EditLine *editor) {
  return el_wset(editor, EL_SETTY, L"-x", L"-icanon", L"-echo", NULL);
}

// The terminal is taken for one that cannot move a part of a row: libedit 3.1 counts the cells of wide characters wrongly where it
// inserts and deletes, and the rows of a long line come out mixed up. Without, it writes the rest of the row anew.
static inline void journey_el_rewrite_rows(EditLine *editor) {
  static const wchar_t *const abilities[] = {L"ic", L"IC", L"im", L"ei", L"dc", L"DC", L"dm", L"ed"};
  for (unsigned index = 0; index < sizeof abilities / sizeof *abilities; index++)
    el_wset(editor, EL_SETTC, abilities[index], L"", NULL);
}

// Forgets what is on the screen and draws the prompt and the line from where the cursor is.
static inline void journey_el_redraw(EditLine *editor) {
  el_wset(editor, EL_REFRESH);
}

static inline const int32_t *journey_el_gets(EditLine *editor, int *count) {
  return (const int32_t *)el_wgets(editor, count);
}

static inline int journey_el_insert(EditLine *editor, const int32_t *text) {
  return el_winsertstr(editor, (const wchar_t *)text);
}

static inline const int32_t *journey_el_line(EditLine *editor, int32_t *cursor, int32_t *length) {
  const LineInfoW *line = el_wline(editor);
  *cursor = (int32_t)(line->cursor - line->buffer);
  *length = (int32_t)(line->lastchar - line->buffer);
  return (const int32_t *)line->buffer;
}

static inline int journey_history_set_size(HistoryW *history, int size) {
  HistEventW event;
  return history_w(history, &event, H_SETSIZE, size);
}

// A line that equals the one before it is not entered again.
static inline int journey_history_set_unique(HistoryW *history, int unique) {
  HistEventW event;
  return history_w(history, &event, H_SETUNIQUE, unique);
}

static inline int journey_history_enter(HistoryW *history, const int32_t *line) {
  HistEventW event;
  return history_w(history, &event, H_ENTER, (const wchar_t *)line);
}

#endif
