import { byTag } from './run-cache'

/** What pytest remembers of its last run. */
export const pytest = byTag('pytest', /\bcreated by pytest\b/, '.pytest_cache', 'pytest')
