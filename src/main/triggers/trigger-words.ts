import type { Trigger } from '#shared/trigger/trigger.ts'
import type { MainLocale } from '../chats/main-locale.ts'

/** Returns the text of the desktop notification about a failed or paused trigger. */
export function failureWords(
  locale: MainLocale,
  { name }: Pick<Trigger, 'name'>,
  isPaused: boolean,
): { readonly title: string; readonly body: string } {
  const words = WORDS[locale]
  return { title: words.title(name), body: isPaused ? words.paused : words.failed }
}

const WORDS = {
  en: {
    title: (name: string) => `Trigger ${name}`,
    failed: 'Its run failed.',
    paused: 'It is paused. Open Triggers to see why.',
  },
  'zh-CN': {
    title: (name: string) => `触发器 ${name}`,
    failed: '运行失败。',
    paused: '已暂停。请打开“触发器”查看原因。',
  },
} as const
