import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The start of every cache tag. */
export const cacheTag = 'Signature: 8a477f597d28d172789f06886806bc55'

/** Writes files with their folders. */
export function files(folder: string, contents: Readonly<Record<string, string>>): string {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

const solved = (names: readonly string[]) =>
  `version: 6\nenvironments:\n${names.map((name) => `  ${name}:\n    channels:\n    - url: conda\n`).join('')}packages:\n- x\n`

/** An environment as pixi leaves it: tag, record and what was installed, below the folder of a project. */
export const pixiEnvironment = (project: string, name = 'default', recorded = name): string =>
  files(join(project, '.pixi', 'envs', name), {
    'CACHEDIR.TAG': `${cacheTag}\n`,
    'conda-meta/pixi': JSON.stringify({ manifest_path: '/elsewhere/pixi.toml', environment_name: recorded }),
    'lib/big': 'x'.repeat(10_000)
  })

/** The project files that own such environments. */
export const pixiProject = (folder: string, ...names: readonly string[]): string =>
  files(folder, {
    'pixi.toml': '[workspace]\nname = "x"\n',
    'pixi.lock': solved(names.length > 0 ? names : ['default'])
  })

/** A build folder as cargo leaves it, and the project that owns it. */
export function cargoProject(folder: string, name = 'app'): string {
  files(folder, {
    'Cargo.toml': `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`,
    'Cargo.lock': `version = 4\n\n[[package]]\nname = "${name}"\nversion = "0.1.0"\n`,
    'src/main.rs': 'fn main() { println!("hello") }\n'
  })
  return cargoTarget(folder)
}

export const cargoTarget = (folder: string): string =>
  files(join(folder, 'target'), {
    'CACHEDIR.TAG': `${cacheTag}\n# This file is a cache directory tag created by cargo.\n`,
    '.rustc_info.json': '{}',
    'debug/app': 'x'.repeat(10_000)
  })

const uvLock = (name: string, installed: readonly string[]) =>
  `version = 1\n\n[[package]]\nname = "${name}"\nversion = "0.1.0"\nsource = { virtual = "." }\n${installed
    .map(
      (one) =>
        `\n[[package]]\nname = "${one}"\nversion = "1.0"\nsource = { registry = "https://index.example/simple" }\n`
    )
    .join('')}`

/** A uv project with its environment, in which these packages are installed. */
export function uvProject(folder: string, installed: readonly string[] = ['iniconfig'], name = 'demo'): string {
  files(folder, {
    'pyproject.toml': `[project]\nname = "${name}"\nversion = "0.1.0"\ndependencies = ["iniconfig"]\n`,
    'uv.lock': uvLock(name, ['iniconfig'])
  })
  return files(join(folder, '.venv'), {
    'CACHEDIR.TAG': cacheTag,
    'pyvenv.cfg': 'home = /usr/bin\nuv = 0.9.0\nprompt = demo\n',
    ...Object.fromEntries(installed.map((one) => [`lib/python3.11/site-packages/${one}-1.0.dist-info/METADATA`, one]))
  })
}

/** The identity of a folder as it stands now. */
export function identityOf(path: string) {
  const { dev, ino, birthtimeNs, uid } = lstatSync(path, { bigint: true })
  return { dev, ino, birthtimeNs, uid }
}
