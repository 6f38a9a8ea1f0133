import Testing

/// A trait that gives every test, and every case of a parameterized test, its own fixture.
///
/// The nearest trait applies: a test's own before its suite's.
package protocol FixtureTrait: AnyObject, SuiteTrait, TestTrait, TestScoping {}

extension FixtureTrait {
    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        let nearest = test.traits.compactMap { $0 as? Self }.last
        return testCase != nil && nearest === self ? self : nil
    }
}
