const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'"
} as const

const written = (list: Readonly<Record<string, string>>) =>
  Object.entries(list)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

/** The page's content security policy, the same on both hosts (A6). */
export const contentPolicy = written(directives)

/** Sent with every answer of either host: the policy, and nothing is guessed, kept, told on or shared (A6, C6). */
export const pageHeaders = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin'
} as const
