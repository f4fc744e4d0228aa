/** Reasons Orrery does not run Git in a repository automatically. */
export const GIT_SENTENCES = {
  'git.setting': 'The settings of its Git repository hold {name}, which may start a program.',
  'git.unreadable': 'The settings of its Git repository cannot be read.',
  'git.elsewhere': 'Its Git repository points to another place.',
  'git.hook': 'Its Git repository has the hook post-index-change.',
  'git.submodules': 'Its Git repository has submodules, which have settings of their own.',
  'git.too-deep': 'The folder is nested too deeply to check its Git repository.',
  'git.worktreeNeedsTrust':
    'An agent gets its own worktree in this project only if you trust the project: creating one could run programs of the repository. Trust the project under Settings › Permissions, or run the agent without its own worktree.',
} as const
