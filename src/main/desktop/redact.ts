const secrets: readonly (readonly [RegExp, string])[] = [
  [/#[\w-]{43}\b/g, '#…'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 …'],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1…@'],
  [/\b(gh[pousr]_|github_pat_|glpat-|xox[abpr]-|sk-|AKIA)[\w-]{8,}/g, '$1…'],
  [/\b([\w-]*(?:token|secret|password|passwd|api[_-]?key)[\w-]*\s*[=:]\s*)("[^"]*"|'[^']*'|\S+)/gi, '$1…']
]

/** A line for the log: the person's home shown as `~`, and nothing in it that opens anything (F10). Pure. */
export function redact(text: string, home: string): string {
  const homeless = home.length > 1 ? text.split(home).reduce((before, after) => joinHome(before, after, home)) : text
  return secrets.reduce((line, [pattern, instead]) => line.replace(pattern, instead), homeless)
}

/** `/home/ann` is not the beginning of `/home/anna`. */
const joinHome = (before: string, after: string, home: string) => before + (/^[\w.-]/.test(after) ? home : '~') + after
