import { byTag } from './run-cache'

/** What mypy knows of files that did not change. */
export const mypy = byTag('mypy', /\bcreated by mypy\b/, '.mypy_cache', 'mypy .')
