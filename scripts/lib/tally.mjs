// Counts of passed, failed and skipped tests, from the reports that the test runners write.
import { readFileSync } from 'node:fs'

/** Reads Vitest's JSON report; a run that ended badly without a failed test counts as one failure. */
export function fromVitest(file, code) {
  const report = reportIn(file)
  const failed = report?.numFailedTests ?? 0
  return {
    passed: report?.numPassedTests ?? 0,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  }
}

/** The same for Playwright's. */
export function fromPlaywright(file, code) {
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = reportIn(file)?.stats ?? {}
  return { passed: expected + flaky, failed: unexpected === 0 && code !== 0 ? 1 : unexpected, skipped }
}

export const add = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped
})
export const nothing = { passed: 0, failed: 0, skipped: 0 }
export const oneFailed = { passed: 0, failed: 1, skipped: 0 }

/** The line that a run ends with. */
export const closingLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`

function reportIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // No report means that the run broke off, which its status says.
    return null
  }
}
