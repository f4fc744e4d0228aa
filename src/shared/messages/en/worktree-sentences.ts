/** Reasons a worktree could not be created, used or removed, and notices about one. */
export const WORKTREE_SENTENCES = {
  'worktree.noTrust':
    'Worktrees need your trust in the project, because creating one can run programs of its Git repository. Trust it under Settings › Permissions.',
  'worktree.noCommit': 'A worktree needs a Git repository with at least one commit in {project}.',
  'worktree.gone': 'This worktree is no longer known. Refresh the list.',
  'worktree.failed': 'Git could not create the worktree: {reason}',
  'worktree.busy': 'An agent is running in this chat. Change its worktree when it is done, or stop it first.',
  'worktree.notIn': 'This chat is not in a worktree.',
  'worktree.inUse': 'Agents are running in this worktree: {names}. Stop them first. Nothing was changed.',
  'worktree.processes':
    'Programs are running in this worktree: {names}. End them first. Nothing was removed.',
  'worktree.holdsWork':
    'The worktree {branch} has {files} uncommitted files and {commits} commits that {base} lacks. Nothing was removed.',
  'worktree.missing': 'The folder of the worktree {branch} was deleted outside Orrery. Its branch is kept.',
  'worktree.uncommitted':
    'The worktree {branch} has uncommitted changes. Commit them there, or apply the worktree as a patch. Nothing was changed.',
  'worktree.nothing': 'The worktree {branch} has nothing that the project lacks.',
  'worktree.otherBranch': 'Switch the project to {base} first. Nothing was changed.',
  'worktree.conflict':
    'Merging {branch} would conflict in {paths}. Nothing was changed. Let the agent merge in its worktree first.',
  'worktree.noApply':
    'The changes of {branch} do not fit the files of the project. Nothing was changed: {reason}',
  'worktree.projectBusy':
    'An agent is running in {project}. Merge or apply when it is done, or stop it first.',
  'worktree.noSwitch': 'A worktree keeps its branch. Create a new chat in a worktree for another one.',
  'worktree.nowIn': 'The work continues in a worktree on the branch {branch}.',
  'worktree.linked': 'These folders link to the packages of the project and are read-only: {names}.',
  'worktree.cloned': 'These folders are clones of the packages of the project: {names}.',
  'worktree.copied': 'These files were copied from the project: {names}.',
  'worktree.setup': 'The project names these set-up commands; none has run: {commands}.',
  'worktree.nowBack': 'The work continues in the folder of the project.',
  'worktree.lost': 'The worktree {branch} no longer exists. The work continues in {folder}.',
} as const
