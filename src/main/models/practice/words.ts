import type { Command } from './command.ts'

/** The Practice model's own texts in one language. */
export type Words = {
  readonly before: (command: Command, tool: string) => string
  readonly heading: (command: Command) => string
  readonly failed: string
  readonly denied: string
  readonly refused: string
  readonly unavailable: string
  readonly nothing: string
  readonly youSaid: string
  readonly more: (lines: number) => string
  readonly total: (done: number, all: number) => string
  readonly answered: string
  readonly help: string
  readonly filler: readonly string[]
}

const code = (text: string) => (text.includes('`') ? text : `\`${text}\``)

const ENGLISH: Words = {
  before: (command, tool) => `${englishDoing(command, tool)}\n`,
  heading: englishHeading,
  failed: 'This did not work:',
  denied: 'You did not allow this, so nothing was done.',
  refused: 'The mode, a rule or a hook does not allow this here, so nothing was done and you were not asked.',
  unavailable: 'This agent may not use the tool for it.',
  nothing: 'There was no output.',
  youSaid: 'You answered:',
  more: (lines) => `… and ${lines} more ${lines === 1 ? 'line' : 'lines'}.`,
  total: (done, all) => `Done: ${done} of ${all}.`,
  answered: 'The answer is handed over.',
  filler:
    'small planets turn slowly around a quiet lamp while brass wheels keep time and every moon follows its own ring without hurry past the window'.split(
      ' ',
    ),
  help: `I am the **Practice model**. There is no AI in me: I only carry out a few commands with the real tools, so that you can see how chat, approvals and plans work before you connect a model.

| write | and I |
|---|---|
| \`list src\` | list a folder |
| \`read README.md\` | read a file |
| \`search for TODO in src\` | search the project |
| \`create notes.txt with Hello\` | write a file (or put the text in a fenced block below) |
| \`replace Hello with Goodbye in notes.txt\` | edit a file |
| \`run git status\` | run a command |
| \`ask Which colour do you like?\` | ask you something |
| \`plan look; change; test\` | make a plan |
| \`stream 300 words\` | write for a while, so that you can press Stop |

Put several on lines of their own, or join them with \`then\`. For real answers, connect a model in Settings.`,
}

function englishDoing(command: Command, tool: string): string {
  switch (command.verb) {
    case 'list':
      return `I am listing ${code(command.path)}.`
    case 'read':
      return `I am reading ${code(command.path)}.`
    case 'search':
      return `I am searching for ${code(command.text)} in ${code(command.path)}.`
    case 'create':
      return `I am writing ${code(command.path)}.`
    case 'replace':
      return tool === 'read'
        ? `I am reading ${code(command.path)} before I change it.`
        : `Now I am changing ${code(command.from)} to ${code(command.to)}.`
    case 'run':
      return `I am running ${code(command.command)}.`
    case 'ask':
      return 'I have a question for you.'
    case 'plan':
      return 'I am writing the plan down.'
    default:
      return ''
  }
}

function englishHeading(command: Command): string {
  switch (command.verb) {
    case 'list':
      return `Contents of ${code(command.path)}`
    case 'read':
      return `${code(command.path)} says`
    case 'search':
      return `Search for ${code(command.text)} in ${code(command.path)}`
    case 'create':
      return `Create ${code(command.path)}`
    case 'replace':
      return `Change ${code(command.path)}`
    case 'run':
      return `Output of ${code(command.command)}`
    case 'ask':
      return `Question: ${command.question}`
    case 'plan':
      return `Plan: ${command.goal}`
    default:
      return ''
  }
}

const CHINESE: Words = {
  before: (command, tool) => `${chineseDoing(command, tool)}\n`,
  heading: chineseHeading,
  failed: '没有成功：',
  denied: '你没有允许，所以什么都没有做。',
  refused: '当前模式、规则或钩子不允许这样做，因此什么都没有做，也没有问你。',
  unavailable: '这个智能体不能使用所需的工具。',
  nothing: '没有输出。',
  youSaid: '你的回答：',
  more: (lines) => `……还有 ${lines} 行。`,
  total: (done, all) => `完成 ${all} 项中的 ${done} 项。`,
  answered: '答案已提交。',
  filler:
    '小小的 行星 绕着 一盏 安静的 灯 缓缓 转动 黄铜 齿轮 记着 时间 每个 月亮 都沿着 自己的 圆环 不慌不忙地 走过 窗前'.split(
      ' ',
    ),
  help: `我是**练习模型**，里面没有人工智能：我只会用真实的工具执行几条命令，让你在连接模型之前先看看聊天、审批和计划是怎样工作的。

| 写 | 我就 |
|---|---|
| \`列出 src\` | 列出文件夹 |
| \`读 README.md\` | 读取文件 |
| \`搜索 TODO 在 src\` | 搜索项目 |
| \`创建 笔记.txt 内容为 你好\` | 写一个文件（也可以把内容放在下面的代码块里） |
| \`替换 你好 为 再见 在 笔记.txt\` | 修改文件 |
| \`运行 git status\` | 运行命令 |
| \`提问 你喜欢什么颜色？\` | 问你一个问题 |
| \`计划 看；改；测\` | 列出计划 |
| \`输出 300 个词\` | 写上一阵子，方便你试试“停止” |

几条命令可以各占一行，也可以用“然后”连起来。想得到真正的回答，请在设置里连接一个模型。`,
}

function chineseDoing(command: Command, tool: string): string {
  switch (command.verb) {
    case 'list':
      return `正在列出 ${code(command.path)}。`
    case 'read':
      return `正在读取 ${code(command.path)}。`
    case 'search':
      return `正在 ${code(command.path)} 中搜索 ${code(command.text)}。`
    case 'create':
      return `正在写入 ${code(command.path)}。`
    case 'replace':
      return tool === 'read'
        ? `修改之前先读取 ${code(command.path)}。`
        : `现在把 ${code(command.from)} 改为 ${code(command.to)}。`
    case 'run':
      return `正在运行 ${code(command.command)}。`
    case 'ask':
      return '我有一个问题。'
    case 'plan':
      return '正在写下计划。'
    default:
      return ''
  }
}

function chineseHeading(command: Command): string {
  switch (command.verb) {
    case 'list':
      return `${code(command.path)} 的内容`
    case 'read':
      return `${code(command.path)} 写道`
    case 'search':
      return `在 ${code(command.path)} 中搜索 ${code(command.text)}`
    case 'create':
      return `创建 ${code(command.path)}`
    case 'replace':
      return `修改 ${code(command.path)}`
    case 'run':
      return `${code(command.command)} 的输出`
    case 'ask':
      return `问题：${command.question}`
    case 'plan':
      return `计划：${command.goal}`
    default:
      return ''
  }
}

/** The language a request is written in, told by its first letter. */
export function wordsFor(request: string): Words {
  const first = /\p{L}/u.exec(request)?.[0] ?? ''
  return /\p{Script=Han}/u.test(first) ? CHINESE : ENGLISH
}
