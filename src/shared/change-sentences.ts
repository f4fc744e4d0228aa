/** Reasons a change to a Git repository could not be shown or made. */
export const CHANGE_SENTENCES = {
  'changes.noRepository':
    '{project} is not in a Git repository. Run git init there to review and commit changes.',
  'changes.noGit': 'Git was not found on this computer. Install Git, then try again.',
  'changes.noTrust':
    'Orrery changes the Git repository of a project only if you trust the project. Trust it under Settings › Permissions.',
  'changes.hooksNeedTrust':
    'The repository has hooks, which are programs. Trust the project under Settings › Permissions so that they may run. Nothing was changed.',
  'changes.moved':
    'The lines in {path} have changed since they were shown. Nothing was changed; look at them again.',
  'changes.mixed':
    'These lines of {path} are staged in part. Open Staged or Unstaged to choose among them. Nothing was changed.',
  'changes.locked':
    'Another program is using this Git repository. Wait until it is done; if none is, delete {lock}. Nothing was changed.',
  'changes.running': 'An agent is running in {project}. Discard changes when it is done, or stop it first.',
  'changes.tooLarge': 'The change to {path} is too large to keep a copy of, so it was not discarded.',
  'changes.nothingStaged': 'Nothing is staged. Stage the changes you want to commit first.',
  'changes.conflicts': 'Resolve the conflicts first: {paths}',
  'changes.noConflict': '{path} has no conflict any more. Refresh the list.',
  'changes.conflictMoved':
    '{path} has changed since the conflict was shown. Nothing was changed; open it again. Your result is kept.',
  'changes.noUndo': 'Another commit was made since. Nothing was changed.',
  'changes.pushed': 'This commit is already on {upstream}. Revert it with a new commit instead.',
  'changes.gone': 'This discarded change is no longer stored.',
  'changes.restoreConflict':
    '{path} has changed where the discarded lines belong. Nothing was changed; the copy is kept.',
  'changes.noUpstream': 'The branch has no upstream, and the repository has no single remote to push to.',
  'changes.noBranch': 'No branch is checked out. Switch to a branch first.',
  'changes.notFastForward':
    'Your branch and {upstream} both have new commits. Merge or rebase in a terminal; nothing was changed.',
  'changes.git': 'Git refused: {reason}',
  'changes.branchName': '“{name}” cannot be the name of a branch.',
  'changes.branchExists': 'A branch named {name} exists already. Nothing was changed.',
  'changes.branchElsewhere': 'The branch {name} is checked out in another work tree. Nothing was changed.',
  'changes.switchConflict':
    'Switching to {name} would overwrite uncommitted changes in {paths}. Nothing was changed; commit or stash them first.',
  'changes.switchRunning':
    'An agent is running in {project}. Switch branches when it is done, or stop it first.',
  'changes.notText': '{path} is not a text file that can be reviewed by line. Nothing was changed.',
  'changes.diskFull': 'The disk is full. {path} was not changed; free some space, then try again.',
  'changes.notWritable': '{path} may not be written. Nothing was changed; check its permissions.',
  'changes.noEditor': 'Orrery found no editor that opens files at a line. Set VISUAL to one, such as code.',
  'changes.notInRepository': '{path} is not a file of this repository.',
  'changes.nothingToStash': 'There are no uncommitted changes to stash.',
  'changes.stashGone': 'This stash no longer exists. Refresh the list.',
  'changes.stashConflict':
    'The stash conflicts with the files in {paths}. Resolve the conflicts there; the stash is kept.',
  'changes.stashRunning': 'An agent is running in {project}. Use stashes when it is done, or stop it first.',
  'pulls.noTrust':
    'Orrery starts the GitHub CLI only for projects you trust. Trust the project under Settings › Permissions.',
  'pulls.noRemote': '{project} has no remote named origin on a server. Add one and push the branch first.',
  'pulls.noGh': 'The GitHub CLI was not found. Install gh, sign in with gh auth login, then try again.',
  'pulls.signedOut':
    'The GitHub CLI is not signed in to {host}. Run gh auth login in a terminal, then try again.',
  'pulls.notPushed': 'The newest commits of {branch} are not on origin. Push the branch first.',
  'pulls.nothing': 'The branch has no commits that {base} does not have.',
  'pulls.unreadable': 'The answer of the GitHub CLI could not be read. Update gh, then try again.',
  'pulls.refused': 'The GitHub CLI refused: {reason}',
  'changes.draftTooSlow': '{model} took too long to draft the text. Nothing was changed; try again.',
  'changes.draftStopped': 'The draft was stopped.',
  'changes.draftPractice':
    'The Practice model cannot draft texts. Choose another model under Settings › Models.',
  'draft.misfit':
    'The answer of {model} could not be used for a draft. Nothing was changed. Try again, or choose another model.',
  'changes.told': 'You reviewed changes in: {files}',
} as const

export const CHANGE_SENTENCES_ZH = {
  'changes.noRepository': '{project} 不在 Git 仓库中。请先初始化一个 Git 仓库，再查看和提交更改。',
  'changes.noGit': '此计算机上没有找到 Git。请安装 Git 后重试。',
  'changes.noTrust': '只有信任项目后，Orrery 才会更改它的 Git 仓库。请在“设置 › 权限”中信任此项目。',
  'changes.hooksNeedTrust':
    '此仓库带有钩子，钩子是程序。请在“设置 › 权限”中信任此项目，使它们可以运行。未做任何更改。',
  'changes.moved': '{path} 中的这些行在显示之后又有更改。未做任何更改；请重新查看。',
  'changes.mixed': '{path} 中的这些行只有一部分已暂存。请在“已暂存”或“未暂存”中选择。未做任何更改。',
  'changes.locked':
    '另一个程序正在使用此 Git 仓库。请等它完成；如果没有这样的程序，请删除 {lock}。未做任何更改。',
  'changes.running': '有智能体正在 {project} 中运行。请等它完成后再放弃更改，或先停止它。',
  'changes.tooLarge': '{path} 的更改太大，无法保留副本，因此没有放弃。',
  'changes.nothingStaged': '没有已暂存的更改。请先暂存要提交的更改。',
  'changes.conflicts': '请先解决冲突：{paths}',
  'changes.noConflict': '{path} 已没有冲突。请刷新列表。',
  'changes.conflictMoved': '{path} 在显示冲突之后又有更改。未做任何更改；请重新打开。你的结果已保留。',
  'changes.noUndo': '之后又有新的提交。未做任何更改。',
  'changes.pushed': '此提交已在 {upstream} 上。请改用新的提交来还原它。',
  'changes.gone': '这项已放弃的更改不再保存。',
  'changes.restoreConflict': '{path} 中对应的位置已有更改。未做任何更改；副本仍然保留。',
  'changes.noUpstream': '此分支没有上游分支，仓库也没有唯一的远程仓库可以推送。',
  'changes.noBranch': '没有检出任何分支。请先切换到一个分支。',
  'changes.notFastForward': '你的分支和 {upstream} 都有新的提交。请在终端中合并或变基；未做任何更改。',
  'changes.git': 'Git 拒绝了：“{reason}”',
  'changes.branchName': '“{name}”不能用作分支名。',
  'changes.branchExists': '名为 {name} 的分支已存在。未做任何更改。',
  'changes.branchElsewhere': '分支 {name} 已在另一个工作树中检出。未做任何更改。',
  'changes.switchConflict': '切换到 {name} 会覆盖 {paths} 中未提交的更改。未做任何更改；请先提交或贮藏。',
  'changes.switchRunning': '有智能体正在 {project} 中运行。请等它完成后再切换分支，或先停止它。',
  'changes.notText': '{path} 不是可以逐行审阅的文本文件。未做任何更改。',
  'changes.diskFull': '磁盘已满。{path} 未作更改；请释放空间后重试。',
  'changes.notWritable': '无法写入 {path}。未做任何更改；请检查其权限。',
  'changes.noEditor': 'Orrery 未找到可按行打开文件的编辑器。请将 VISUAL 设为此类编辑器，例如 code。',
  'changes.notInRepository': '{path} 不是此仓库中的文件。',
  'changes.nothingToStash': '没有可贮藏的未提交更改。',
  'changes.stashGone': '此贮藏已不存在。请刷新列表。',
  'changes.stashConflict': '此贮藏与 {paths} 中的文件冲突。请在其中解决冲突；贮藏仍然保留。',
  'changes.stashRunning': '有智能体正在 {project} 中运行。请等它完成后再使用贮藏，或先停止它。',
  'pulls.noTrust': 'Orrery 只为你信任的项目启动 GitHub CLI。请在“设置 › 权限”中信任此项目。',
  'pulls.noRemote': '{project} 没有名为 origin 的服务器远程仓库。请先添加远程仓库并推送分支。',
  'pulls.noGh': '没有找到 GitHub CLI。请安装 gh 并登录，然后重试。',
  'pulls.signedOut': 'GitHub CLI 尚未登录 {host}。请在终端中登录后重试。',
  'pulls.notPushed': '{branch} 的最新提交不在 origin 上。请先推送此分支。',
  'pulls.nothing': '此分支没有 {base} 所没有的提交。',
  'pulls.unreadable': '无法读取 GitHub CLI 的回答。请更新 gh 后重试。',
  'pulls.refused': 'GitHub CLI 拒绝了：“{reason}”',
  'changes.draftTooSlow': '{model} 起草用时过长。未做任何更改；请重试。',
  'changes.draftStopped': '已停止起草。',
  'draft.misfit': '{model} 的回答无法用作草稿。未做任何更改。请重试，或选择其他模型。',
  'changes.draftPractice': '练习模型无法起草文本。请在“设置 › 模型”中选择其他模型。',
  'changes.told': '你审阅了以下文件中的更改：{files}',
} as const satisfies Readonly<Record<keyof typeof CHANGE_SENTENCES, string>>
