import type { WORKTREE_SENTENCES } from '../en/worktree-sentences.ts'

/** The worktree sentences in Chinese. */
export const WORKTREE_SENTENCES_ZH = {
  'worktree.noTrust':
    '使用工作树前需要信任项目，因为创建工作树可能会运行其 Git 仓库中的程序。请在“设置 › 权限”中信任此项目。',
  'worktree.noCommit': '工作树需要 {project} 是至少有一次提交的 Git 仓库。',
  'worktree.gone': '找不到此工作树。请刷新列表。',
  'worktree.failed': 'Git 无法创建工作树：“{reason}”',
  'worktree.busy': '此对话中有智能体正在运行。请等它完成后再切换工作树，或先停止它。',
  'worktree.notIn': '此对话不在工作树中。',
  'worktree.inUse': '有智能体正在此工作树中运行：{names}。请先停止它们。未做任何更改。',
  'worktree.processes': '有程序正在此工作树中运行：{names}。请先结束它们。未删除任何内容。',
  'worktree.holdsWork':
    '工作树 {branch} 有 {files} 个未提交的文件，以及 {base} 没有的 {commits} 个提交。未删除任何内容。',
  'worktree.missing': '工作树 {branch} 的文件夹已在 Orrery 之外被删除。它的分支仍然保留。',
  'worktree.uncommitted':
    '工作树 {branch} 有未提交的更改。请先在其中提交，或将工作树作为补丁应用。未做任何更改。',
  'worktree.nothing': '工作树 {branch} 没有项目所缺少的内容。',
  'worktree.otherBranch': '请先将项目切换到 {base}。未做任何更改。',
  'worktree.conflict': '合并 {branch} 会在 {paths} 中产生冲突。未做任何更改。请先让智能体在其工作树中合并。',
  'worktree.noApply': '{branch} 的更改与项目文件不匹配。未做任何更改：“{reason}”',
  'worktree.projectBusy': '有智能体正在 {project} 中运行。请等它完成后再合并或应用，或先停止它。',
  'worktree.noSwitch': '工作树固定使用自己的分支。如需其他分支，请在新的工作树中新建对话。',
  'worktree.nowIn': '工作将在分支 {branch} 的工作树中继续。',
  'worktree.linked': '以下文件夹链接到项目的依赖包，只读：{names}。',
  'worktree.cloned': '以下文件夹是项目依赖包的克隆：{names}。',
  'worktree.copied': '以下文件已从项目复制：{names}。',
  'worktree.setup': '项目列出了以下设置命令，均未运行：{commands}。',
  'worktree.nowBack': '工作将在项目文件夹中继续。',
  'worktree.lost': '工作树 {branch} 已不存在。工作将在 {folder} 中继续。',
} as const satisfies Readonly<Record<keyof typeof WORKTREE_SENTENCES, string>>
