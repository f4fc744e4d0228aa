import type { ReadyWorktree } from './task-worktrees.ts'

/** Tells an agent of the worktree it works in from now on. */
export function enterText({ cwd, branch, baseBranch, setup }: ReadyWorktree, isAgent: boolean): string {
  const base = baseBranch === null ? '' : `, created from the last commit of ${baseBranch}`
  return [
    `You work in a Git worktree of your own: ${cwd}, on the branch ${branch}${base}. Relative paths and commands refer to this folder. The project's own folder is outside: change nothing there. Uncommitted changes of the project are not in the worktree.`,
    ...(setup.linked.length === 0
      ? []
      : [
          `These folders link to packages of the project and are read-only: ${setup.linked.join(', ')}. To change packages, delete such a folder in the worktree and install there.`,
        ]),
    ...(setup.cloned.length === 0
      ? []
      : [
          `These folders are clones of the project's packages, and you may change them: ${setup.cloned.join(', ')}.`,
        ]),
    ...(setup.commands.length === 0
      ? []
      : [
          `The project names these set-up commands for worktrees; none has run. Run those that your task needs:\n${setup.commands.map((command) => `- ${command}`).join('\n')}`,
        ]),
    ...(isAgent
      ? [
          `Commit finished work on this branch and name the branch in your report. A worktree without changes is removed when you end.`,
        ]
      : []),
  ].join('\n')
}

/** Tells an agent that it works in the folder of the project again. */
export const leaveText = (cwd: string): string =>
  `You have left the worktree. You work in ${cwd} again; relative paths and commands refer to this folder. Read files again before you change them: their content there may differ.`

/** Tells an agent that its worktree is gone. */
export const lostText = (branch: string, cwd: string): string =>
  `The folder of your worktree was deleted. Commits on the branch ${branch} are kept; uncommitted changes are lost. You work in ${cwd} now; relative paths and commands refer to this folder. Read files again before you change them.`
