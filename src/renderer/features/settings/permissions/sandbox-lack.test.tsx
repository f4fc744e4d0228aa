import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand'
import type { SandboxLack, SandboxStatus } from '#shared/sandbox/sandbox.ts'
import { TextProvider } from '../../../messages/TextProvider.tsx'
import { SandboxItem } from '../../../shell/status/SandboxItem.tsx'
import { SandboxGroup } from './SandboxGroup.tsx'

const LACKS: readonly (readonly [SandboxLack, string, string])[] = [
  ['no_bubblewrap', 'bubblewrap is not installed', '未安装 bubblewrap'],
  ['no_namespaces', 'does not let programs create user namespaces', '用户命名空间'],
  ['no_filter', 'cannot filter system calls', '系统调用'],
  ['no_seatbelt', 'sandbox-exec does not work here', 'sandbox-exec'],
  ['windows', 'no sandbox on Windows', 'Windows'],
]

describe.each(LACKS)('a machine with the lack %s', (lack, english, chinese) => {
  const status: SandboxStatus = { support: { available: false, lack, output: '' }, rules: null }
  const app = { store: createStore(() => ({ settings: { sandbox: 'auto' }, sandbox: status })) } as never
  const rendered = (locale: 'en' | 'zh-CN') => ({
    settings: renderToStaticMarkup(
      <TextProvider locale={locale}>
        <SandboxGroup api={{} as never} app={app} />
      </TextProvider>,
    ),
    line: renderToStaticMarkup(
      <TextProvider locale={locale}>
        <SandboxItem status={status} setting="auto" mode="ask" />
      </TextProvider>,
    ),
  })

  it.each([
    ['en', english, 'Try it'],
    ['zh-CN', chinese, '试一试'],
  ] as const)('is named in the settings and the status line, in %s', (locale, words, trial) => {
    const { settings, line } = rendered(locale)
    expect(settings).toContain(words)
    expect(line).toContain(words)
    // There is nothing to try.
    expect(settings).not.toContain(trial)
  })
})
