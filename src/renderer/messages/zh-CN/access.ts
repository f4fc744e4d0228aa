import type { access as english } from '../en/access.ts'
import { translationOf } from '../message.ts'

/** The list of everything that can run programs of others or be reached by other programs. */
export const access = translationOf<typeof english>()({
  'settings.access': '访问权限',
  'access.hint':
    '项目、服务器和插件中可以运行的程序，以及其他程序可以连接 Orrery 的位置。每一项默认关闭，只询问一次，并可在此关闭。',
  'access.none': '没有打开的项',
  'access.noneWhy': '受信任的项目、服务器、插件、钩子、触发器和终端会列在这里。',
  'access.missing': '无法列出{kind}。',
  'access.kind.project': '受信任的项目',
  'access.kind.server': '语言服务器',
  'access.kind.mcp': 'MCP 服务器',
  'access.kind.plugin': '插件',
  'access.kind.hook': '钩子',
  'access.kind.trigger': '触发器',
  'access.kind.terminal': '终端',
  'access.kind.signIn': '登录',
  'access.kind.socket': '命令行',
  'access.kind.webhooks': 'Webhook 监听',
  'access.about.project': '受信任的项目所指定的钩子、工具、检查、格式化命令和 Git 程序可以运行。',
  'access.about.server': '项目中检查和格式化代码的程序，在沙箱中运行。',
  'access.about.mcp': '智能体可调用其工具的程序和地址。',
  'access.about.plugin': '添加智能体、技能、钩子和服务器的软件包。',
  'access.about.hook': '在对话的特定时刻运行的命令。',
  'access.about.trigger': '无需你操作即可启动的对话和工作流。',
  'access.about.terminal': '你自己的终端，智能体无法访问。',
  'access.about.signIn': 'Orrery 可以使用的套餐。关闭即退出登录，并撤销授权。',
  'access.about.socket':
    '窗口打开时，你自己用户的程序可以运行和读取，但不能批准操作或读取密钥。它随应用一起关闭。',
  'access.about.webhooks': '本机上持有触发器密钥的程序。没有启用的 Webhook 触发器时关闭。',
  'access.socket': '此窗口的套接字',
  'access.webhooks': '本地地址',
  'access.state.open': '已打开',
  'access.state.asks': '先询问',
  'access.state.closed': '已关闭',
  'access.opened': '由你打开，{time}',
  'access.openedByCommand': '通过命令行打开，{time}',
  'access.close': '关闭',
  'access.closeNamed': '关闭 {name}',
  'access.closed': '{name} 已关闭。',
  'access.terminalBusy': '{name} 中仍有程序在运行。请在终端中关闭。',
})
