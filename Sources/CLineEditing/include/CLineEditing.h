#pragma once

/// The one line editor of a program: libedit, which is loaded when it starts, so that a program without a terminal does not load
/// it. All functions except `clineediting_wake` must be called on one thread.

/// What ended a call of `clineediting_read`.
enum clineediting_outcome {
    /// The user finished a line: `clineediting_line`.
    CLINEEDITING_LINE,
    /// The user ended the input.
    CLINEEDITING_END,
    /// `clineediting_wake` was called.
    CLINEEDITING_WAKE
};

/// Starts the editor on the standard streams.
///
/// - Parameters:
///   - prompt: The prompt of each line.
///   - completions: The beginnings of lines that the Tab key completes, each followed by a line feed.
/// - Returns: The reason why the editor could not be started; null if it was.
const char *_Nullable clineediting_start(const char *_Nonnull prompt, const char *_Nonnull completions);

/// Reads on until the line is finished or `clineediting_wake` is called. The terminal is in the editor's mode until the line or
/// the input ends.
enum clineediting_outcome clineediting_read(void);

/// Ends a call of `clineediting_read`, or else the next one.
void clineediting_wake(void);

/// The line that was read last, without its end.
const char *_Nonnull clineediting_line(void);

/// Removes the unfinished line from the screen, so that something else can be written in its place.
void clineediting_hide(void);

/// Shows the unfinished line again, below what was written.
void clineediting_show(void);
