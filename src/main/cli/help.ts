import type { CommandName } from './argv'

const one: Readonly<Record<CommandName, string>> = {
  ls: `Usage: clearhold ls [--json] [--size]

Lists the devpod workspaces, as devlaunch does: name, type, source and when each was last used.

  --size   also measure what deleting each would free (this walks their folders)
  --json   one JSON array on standard output

Exit status: 0 listed · 1 devpod's listing could not be read · 127 devpod is not installed`,
  survey: `Usage: clearhold survey [--json] [--roots DIR…]

Measures every place that deleting would give back: clones, checkouts and worktrees, each with its state, its unsaved
work and the reasons to keep it.

  --roots DIR…   look for git checkouts under these folders, in place of the ones from Settings
  --json         one JSON object on standard output

Exit status: 0 done · 1 the scan failed; what could not be asked is said and does not count`,
  size: `Usage: clearhold size [--json] PATH…

Says what deleting each path would free, and what deleting all of them would free together. A file with links elsewhere
frees nothing. "≥" marks a figure with parts that could not be read.

  --json   one JSON object on standard output
  --       what follows is a path, even when it begins with a dash

Exit status: 0 done · 1 something failed`,
  tree: `Usage: clearhold tree [--json] [--depth N] PATH

Shows where the bytes of one folder are, the largest first.

  --depth N   how many levels to show, from 1 to 32 (2 unless given)
  --json      one JSON object on standard output

Exit status: 0 done · 1 something failed`,
  prune: `Usage: clearhold prune [--plan] [--force] [--json] [-y]

Removes the clones of devlaunch that no workspace opens and that hold nothing which exists only there, with their
records; the volumes of workspaces that are gone, named from devlaunch's own copies; records of folders that are gone;
and launch locks that nobody holds. Shows the plan, asks, looks at everything a second time, and then acts. Workspaces,
containers and images stay.

  --plan      stop after the plan
  --force     also remove clones that nobody opens and that hold unsaved work, or that git cannot read
  -y, --yes   do not ask
  --json      one JSON object on standard output: the plan with --plan, else the report

Exit status: 0 done, declined, or nothing to do · 1 something would not go, or nothing could be planned · 127 devpod is
not installed`,
  doctor: `Usage: clearhold doctor [--json]

Says what Clearhold has to work with here: which walker measures and why, the versions of git, devpod, docker and flock,
the Electron runtime and the folder for its own state, and for what is missing what that means and the next step.

  --json   one JSON object on standard output

Exit status: 0 everything that is needed is there · 1 something that is needed is missing`,
  serve: `Usage: clearhold serve [--open] [--port N]

Serves the app to a browser on this machine and prints its address. The address works once; Enter prints a new one.

  --open     open it in the default browser
  --port N   listen on this port of 127.0.0.1 (a free one unless given)`,
  demo: `Usage: clearhold demo [--serve [--open] [--port N]]

Builds a sample world in a temporary folder and opens the app on that alone, so that every button is safe to try. The
folder is removed at the end.

  --serve    serve it to a browser instead of opening a window
  --open     open it in the default browser
  --port N   listen on this port of 127.0.0.1 (a free one unless given)`
}

const all = `Clearhold shows what each workspace really costs on disk, and gives it back without losing work.

Usage: clearhold COMMAND [OPTION…]

  ls       list the devpod workspaces, as devlaunch does
  survey   measure every workspace, clone, checkout and worktree
  size     what deleting the given paths would free, each and together
  tree     where the bytes of one folder are
  prune    remove the clones nothing opens, and what is left of workspaces that are gone
  doctor   what there is to work with, what is missing, and the next step
  serve    serve the app to a browser on this machine
  demo     try the app on a sample world that is removed afterwards

  --help, help COMMAND   this text, or one command's
  --version              the version

Answers go to standard output; notices and progress go to standard error.
Exit status: 0 done · 1 something was refused or failed · 2 not understood · 127 devpod is needed and not installed`

/** The help of one command, or of all. */
export const helpText = (of: CommandName | null): string => (of === null ? all : one[of])
