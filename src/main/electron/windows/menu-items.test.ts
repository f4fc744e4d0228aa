import { expect, it } from 'vitest'
import { bindKeys, DEFAULT_KEYS, KEY_ACTIONS } from '#shared/keys/key-actions.ts'
import { wordsFor } from '../words.ts'
import { actionItems } from './menu-items.ts'

it('lists every action in one menu, with its key as Electron names it', () => {
  const all = (['file', 'edit', 'view', 'go', 'help'] as const).flatMap((menu) =>
    actionItems(menu, DEFAULT_KEYS, wordsFor('en')),
  )
  expect(all.map(({ action }) => action).toSorted()).toEqual(KEY_ACTIONS.map(({ id }) => id).toSorted())
  expect(all).toContainEqual({ action: 'palette', label: 'Command Palette', accelerator: 'CmdOrCtrl+K' })
  expect(all).toContainEqual({ action: 'background', label: 'Background', accelerator: 'Shift+Down' })
})

it('shows changed keys, and none for an action that lost its key', () => {
  const { bindings } = bindKeys({ newChat: 'Mod+O' })
  expect(actionItems('file', bindings, wordsFor('zh-CN'))).toEqual([
    { action: 'newChat', label: '新建对话', accelerator: 'CmdOrCtrl+O' },
    { action: 'addProject', label: '添加项目…', accelerator: null },
    { action: 'settings', label: '设置…', accelerator: 'CmdOrCtrl+,' },
    { action: 'newTerminal', label: '新建终端', accelerator: 'Ctrl+Shift+`' },
  ])
})
