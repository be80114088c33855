import { cargo } from './cargo'
import { mypy } from './mypy'
import { pixi } from './pixi'
import { pytest } from './pytest'
import { ruff } from './ruff'
import type { Reader } from './tagged'
import { uv } from './uv'

/** Every maker that is known, the one with the plainest record first. */
export const readers: readonly Reader[] = [pixi, uv, cargo, pytest, mypy, ruff]
