import type { PROBLEM_SENTENCES } from '../en/problem-sentences.ts'

/** The problem sentences in Chinese. */
export const PROBLEM_SENTENCES_ZH = {
  'problems.newOne': '编辑后的检查在 {path} 中发现 1 个新问题，已发送给智能体。',
  'problems.newMany': '编辑后的检查发现 {count} 个新问题，第一个在 {path} 中，已发送给智能体。',
  'problems.left': '{count} 轮之后仍有新问题。这些问题不再发送给智能体，可在“更改”页面查看。',
  'problems.noTrust': '项目未受信任，命令没有运行。',
  'problems.gone': '这个问题已不在列表中，最新的检查结果不同。',
  'problems.serverOff': '语言服务器未启用，可在“设置 › 检查”中启用。',
  'problems.serverWaits': '语言服务器出错，稍后会重新启动：“{reason}”',
  'problems.serverSlow': '语言服务器没有及时响应。',
  'problems.serverChanged': '{id} 的命令已更改。请检查后重新启用。',
  'problems.noSandbox': '设置要求使用沙箱，但此处无法运行沙箱。',
  'problems.serverMissing': '找不到 {command}。请安装它，或在 .orrery/config.toml 中更正名称。',
  'problems.slow': '命令运行超过 {seconds} 秒，已停止。',
  'problems.ended': '命令以退出代码 {code} 结束，输出中没有文件和行号。',
  'format.empty': '格式化命令没有输出，文件未更改。',
  'format.secret': '文件包含保管库中的值，格式化命令无法获得该值。',
  'format.slow': '格式化超过 {seconds} 秒。文件已按你的内容保存。',
  'format.one': '编辑之后，项目的格式化程序更改了 {path}。可在“已更改的文件”中撤销。',
  'format.many':
    '编辑之后，项目的格式化程序更改了 {count} 个文件，第一个是 {path}。可在“已更改的文件”中撤销。',
  'format.failed': '{path} 未格式化。',
} as const satisfies Readonly<Record<keyof typeof PROBLEM_SENTENCES, string>>
