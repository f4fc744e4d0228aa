import type { PluginCard, PluginRight } from '#shared/plugin/plugin.ts'
import type { Confirmation } from '../app-port.ts'
import type { MainLocale } from '../chats/main-locale.ts'

type Words = {
  readonly install: (name: string) => string
  readonly turnOn: (name: string) => string
  readonly turnOff: (name: string) => string
  readonly remove: (name: string) => string
  readonly loses: string
  readonly from: string
  readonly starts: (name: string, command: string) => string
  readonly connects: (hosts: string) => string
  readonly startsNothing: string
  readonly may: (right: PluginRight) => string
  readonly more: (count: number) => string
  readonly tokens: (count: number) => string
  readonly confirm: { readonly [act in 'install' | 'turnOn' | 'turnOff' | 'remove']: string }
  readonly cancel: string
}

type RightWords = Readonly<Record<PluginRight['kind'], (about: string) => string>>

const RIGHTS: Readonly<Record<MainLocale, RightWords>> = {
  en: {
    'sees-messages': () => 'May read and change the messages that you send',
    'changes-calls': () => 'May refuse and change calls of tools',
    'sees-results': () => 'May read the results of tools',
    'continues-runs': () => 'May let an agent continue after its answer',
    variable: (name) => `May read the environment variable ${name}`,
  },
  'zh-CN': {
    'sees-messages': () => '可读取和更改你发送的消息',
    'changes-calls': () => '可拒绝和更改工具调用',
    'sees-results': () => '可读取工具的结果',
    'continues-runs': () => '可让智能体在回答后继续运行',
    variable: (name) => `可读取环境变量 ${name}`,
  },
}

const WORDS: Readonly<Record<MainLocale, Words>> = {
  en: {
    install: (name) => `Install the plugin ${name}?`,
    turnOn: (name) => `Switch on the plugin ${name}?`,
    turnOff: (name) => `Switch off the plugin ${name}?`,
    remove: (name) => `Remove the plugin ${name}?`,
    loses: 'If its hooks restrict agents, they no longer do.',
    from: 'A command line asks for this. Agree only if you typed the command.',
    starts: (name, command) => `Starts ${name}: ${command}`,
    connects: (hosts) => `Connects to: ${hosts}`,
    startsNothing: 'It starts no program and connects to no host.',
    may: ({ kind, about }) => RIGHTS.en[kind](about),
    more: (count) => `… and ${count} more. The terminal shows all.`,
    tokens: (count) => `Tokens in every request: ${count}`,
    confirm: { install: 'Install', turnOn: 'Switch on', turnOff: 'Switch off', remove: 'Remove' },
    cancel: 'Cancel',
  },
  'zh-CN': {
    install: (name) => `安装插件 ${name}？`,
    turnOn: (name) => `启用插件 ${name}？`,
    turnOff: (name) => `停用插件 ${name}？`,
    remove: (name) => `移除插件 ${name}？`,
    loses: '如果它的钩子限制智能体，这些限制将不再生效。',
    from: '此请求来自命令行。仅当命令是你自己输入的时候才同意。',
    starts: (name, command) => `启动 ${name}：${command}`,
    connects: (hosts) => `连接到：${hosts}`,
    startsNothing: '它不启动任何程序，也不连接任何主机。',
    may: ({ kind, about }) => RIGHTS['zh-CN'][kind](about),
    more: (count) => `……还有 ${count} 项，完整内容见终端。`,
    tokens: (count) => `每次请求的词元数：${count}`,
    confirm: { install: '安装', turnOn: '启用', turnOff: '停用', remove: '移除' },
    cancel: '取消',
  },
}

/** Lines of the question about a plugin, so that its buttons stay on the screen. */
const MOST_LINES = 12
/** Characters of one line. */
const LONGEST = 160

/** Returns the question for the installation of a plugin that a command line asks for. */
export function installQuestion(locale: MainLocale, card: PluginCard): Confirmation {
  const words = WORDS[locale]
  const { processes, hosts, rights } = card
  const lines = [
    ...processes.map(({ name, command }) => words.starts(name, command)),
    ...(hosts.length === 0 ? [] : [words.connects(hosts.join(', '))]),
    ...rights.map(words.may),
  ].map(oneLine)
  const rest = lines.length - MOST_LINES
  const shown = lines.length === 0 ? [words.startsNothing] : lines.slice(0, MOST_LINES)
  return {
    title: words.install(oneLine(card.name)),
    detail: [
      words.from,
      '',
      ...shown,
      ...(rest > 0 ? [words.more(rest)] : []),
      words.tokens(card.tokens.always),
    ].join('\n'),
    confirm: words.confirm.install,
    cancel: words.cancel,
  }
}

/** Returns the question for a plugin that a command line wants to switch on or off. */
export function switchQuestion(locale: MainLocale, name: string, on: boolean): Confirmation {
  const words = WORDS[locale]
  const { from, loses, confirm, cancel } = words
  return on
    ? { title: words.turnOn(oneLine(name)), detail: from, confirm: confirm.turnOn, cancel }
    : { title: words.turnOff(oneLine(name)), detail: `${from}\n\n${loses}`, confirm: confirm.turnOff, cancel }
}

/** Returns the question for a plugin that a command line wants to remove. */
export function removeQuestion(locale: MainLocale, name: string): Confirmation {
  const { remove, from, loses, confirm, cancel } = WORDS[locale]
  return { title: remove(oneLine(name)), detail: `${from}\n\n${loses}`, confirm: confirm.remove, cancel }
}

/** Returns text of a plugin as one line that cannot look like a part of the question. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
