extension AccessEnabler {
    /// Calls a closure on the callback queue, after the callbacks of all calls made so far, with the party whose turn is next.
    ///
    /// For `entitle`, which exits when no answer is outstanding; not for other programs. Changes nothing.
    package func whenServed(_ body: @escaping @Sendable (NextTurn) -> Void) {
        engine.whenServed { [dispatcher] turn in dispatcher.afterCallbacks { body(turn) } }
    }
}
