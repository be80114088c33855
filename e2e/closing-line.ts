import type { Reporter, TestCase } from '@playwright/test/reporter'

/** Ends the output with one plain line of counts, for whoever reads only the last line. */
export default class ClosingLine implements Reporter {
  private readonly tests = new Map<string, TestCase>()

  onTestEnd(test: TestCase): void {
    this.tests.set(test.id, test)
  }

  onEnd(): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const test of this.tests.values()) counts[endingOf(test)] += 1
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  }

  printsToStdio(): boolean {
    return false
  }
}

function endingOf(test: TestCase): 'passed' | 'failed' | 'skipped' {
  if (test.outcome() === 'skipped') return 'skipped'
  return test.ok() ? 'passed' : 'failed'
}
