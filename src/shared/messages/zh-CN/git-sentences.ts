import type { GIT_SENTENCES } from '../en/git-sentences.ts'

/** The git sentences in Chinese. */
export const GIT_SENTENCES_ZH = {
  'git.setting': '它的 Git 仓库设置了 {name}，可能会启动程序。',
  'git.unreadable': '无法读取它的 Git 仓库设置。',
  'git.elsewhere': '它的 Git 仓库指向其他位置。',
  'git.hook': '它的 Git 仓库带有 post-index-change 钩子。',
  'git.submodules': '它的 Git 仓库包含子模块，子模块有各自的设置。',
  'git.too-deep': '文件夹嵌套过深，无法检查它的 Git 仓库。',
  'git.worktreeNeedsTrust':
    '只有信任此项目后，智能体才能使用独立的工作树：创建工作树可能会运行仓库指定的程序。请在“设置 › 权限”中信任此项目，或让智能体不使用独立的工作树。',
} as const satisfies Readonly<Record<keyof typeof GIT_SENTENCES, string>>
