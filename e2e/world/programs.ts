import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** How a fake answers: as told, with nothing, with rubbish, never, with a refusal; or it is not on PATH at all. */
export type Mode = 'ok' | 'empty' | 'rubbish' | 'hang' | 'refuse' | 'missing'

/** A listing entry as devpod prints it; every key may be given, also wrong ones. */
export type Entry = Readonly<Record<string, unknown>>

export interface FakeDevpod {
  /** The listing from now on, in this order; bytes when it is text. Records in the devpod home are made with `record`. */
  list(entries: readonly unknown[] | string): Promise<void>
  /** What `devpod status <id>` says; null makes it refuse. */
  status(id: string, state: string | null): Promise<void>
  fail(mode: Mode, verb?: 'list' | 'status'): Promise<void>
  /** Writes `contexts/<context>/workspaces/<id>/workspace.json` as devpod does; a string is written as it is. */
  record(id: string, entry: Entry | string, context?: string): Promise<void>
  /** Writes `workspace_result.json` beside the record. */
  result(id: string, result: Entry | string, context?: string): Promise<void>
}

export interface Programs {
  readonly folder: string
  readonly devpod: FakeDevpod
  /** A program of this name on PATH that runs `body` in `sh` after it recorded its call. */
  program(name: string, body: string): Promise<void>
  /** Every call so far: the program's name, then its arguments. */
  calls(): Promise<string[][]>
  forgetCalls(): Promise<void>
}

/** Fakes of devpod and docker as programs in `folder`; `devpodHome` is where devpod's records go. */
export async function createPrograms(folder: string, devpodHome: string): Promise<Programs> {
  const answers = join(folder, 'answers')
  const log = join(folder, 'calls.log')
  await mkdir(join(answers, 'status'), { recursive: true })
  await writeFile(log, '')
  await chmod(log, 0o666)
  const program = async (name: string, body: string) => {
    const file = join(folder, name)
    await writeFile(file, `#!/bin/sh\n${recording(name, log)}\n${body}\n`)
    await chmod(file, 0o755)
  }
  await program('docker', dockerBody)
  const devpod = await createDevpod(answers, devpodHome, program, () => rm(join(folder, 'devpod'), { force: true }))
  return {
    folder,
    devpod,
    program,
    calls: async () =>
      (await readFile(log, 'utf8'))
        .split('\u001e')
        .filter((call) => call !== '')
        .map((call) => call.split('\u001f')),
    forgetCalls: () => writeFile(log, '')
  }
}

/** One write per call, so that calls side by side do not mix. */
const recording = (name: string, log: string) =>
  `line='${name}'; for a in "$@"; do line="$line$(printf '\\037')$a"; done; printf '%s\\036' "$line" >> '${log}'`

const dockerBody = `case "$1" in
  version) printf '27.0\\n' ;;
  volume) exit 0 ;;
  *) exit 1 ;;
esac`

const devpodBody = (answers: string) => `answers='${answers}'
verb="$1"
mode=$(cat "$answers/$verb.mode" 2>/dev/null || printf ok)
case "$mode" in
  empty) exit 0 ;;
  rubbish) printf 'info: not what you asked for\\n'; exit 0 ;;
  hang) exec sleep 600 ;;
  refuse) printf 'fatal something is wrong\\n' >&2; exit 1 ;;
esac
case "$verb" in
  list) cat "$answers/list.json" ;;
  status) cat "$answers/status/$2" 2>/dev/null || exit 1 ;;
  version) printf 'v0.26.1\\n' ;;
  *) exit 1 ;;
esac`

async function createDevpod(
  answers: string,
  home: string,
  program: (name: string, body: string) => Promise<void>,
  remove: () => Promise<void>
): Promise<FakeDevpod> {
  const recordFile = async (id: string, context: string, name: string, content: Entry | string) => {
    const folder = join(home, 'contexts', context, 'workspaces', id)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  await program('devpod', devpodBody(answers))
  await writeFile(join(answers, 'list.json'), '[]')
  return {
    list: (entries) =>
      writeFile(join(answers, 'list.json'), typeof entries === 'string' ? entries : JSON.stringify(entries)),
    status: (id, state) =>
      state === null
        ? rm(join(answers, 'status', id), { force: true })
        : writeFile(
            join(answers, 'status', id),
            `${JSON.stringify({ id, context: 'default', provider: 'docker', state })}\n`
          ),
    fail: async (mode, verb = 'list') => {
      if (mode === 'missing') return remove()
      await program('devpod', devpodBody(answers))
      await writeFile(join(answers, `${verb}.mode`), mode)
    },
    record: (id, entry, context = 'default') => recordFile(id, context, 'workspace.json', entry),
    result: (id, result, context = 'default') => recordFile(id, context, 'workspace_result.json', result)
  }
}

let made = 0

/** A listing entry with every key that real devpod 0.26 prints. */
export function entry(id: string, source: Entry, rest: Entry = {}): Entry {
  made += 1
  return {
    id,
    uid: `${`default-${id}`.slice(0, 10)}-${made.toString(16).padStart(5, '0')}`,
    provider: { name: 'docker', options: { DOCKER_PATH: { value: 'docker' }, INACTIVITY_TIMEOUT: {} } },
    machine: {},
    ide: { name: 'none' },
    source,
    creationTimestamp: '2026-09-01T08:00:00Z',
    lastUsed: '2026-09-14T08:02:11Z',
    context: 'default',
    ...rest
  }
}
