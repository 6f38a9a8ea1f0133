import Glibc

/// Puts another program in the place of this process, so that signals, the terminal and the exit code are that program's.
enum Replacement {
    /// Starts a program, which is searched in `PATH` unless its path is given.
    ///
    /// - Throws: `Failure` if it cannot be started.
    static func start(_ program: String, _ arguments: [String]) throws -> Never {
        let words = ([program] + arguments).map { (word: String) in strdup(word) }
        // The program would inherit that the runtime's threads block signals.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        execvp(program, words + [nil])
        throw Failure(.failed, "cannot start \(program): \(String(cString: strerror(errno)))")
    }
}
