import { expect, it } from 'vitest'
import { createKeepRunning } from './keep-running.ts'
import { hasTrayHost } from './tray-host.ts'
import { trayPixels } from './tray-image.ts'
import type { TrayLook } from './tray-port.ts'

function open({ hasTray }: { readonly hasTray: boolean }) {
  const seen = {
    look: null as TrayLook | null,
    badge: 0,
    windows: 1,
    focused: 0,
    told: 0,
    inbox: 0,
    quits: 0,
  }
  const desktop = { hasTray }
  const keeping = createKeepRunning({
    tray: {
      isAvailable: async () => desktop.hasTray,
      show: (look) => {
        seen.look = look
      },
      hide: () => {
        seen.look = null
      },
      badge: (count) => {
        seen.badge = count
      },
    },
    words: () => ({ open: 'Open', quit: 'Quit', needsYou: (count) => `${count} need you` }),
    windows: {
      focus: () => {
        seen.focused += 1
        seen.windows = 1
      },
      count: () => seen.windows,
    },
    openInbox: () => {
      seen.inbox += 1
    },
    quit: () => {
      seen.quits += 1
    },
    tellKept: () => {
      seen.told += 1
    },
    report: (error) => {
      throw error
    },
  })
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return { keeping, seen, desktop, settle }
}

it('quits with the last window while the setting is off, and shows no tray', () => {
  const { keeping, seen } = open({ hasTray: true })
  keeping.apply({ keepRunning: false, needsYou: 2 })
  expect([keeping.keepsWindow(), keeping.staysOpen(), seen.look, seen.badge]).toEqual([false, false, null, 2])
})

it('runs without a window behind a tray whose menu shows what needs the person', async () => {
  const { keeping, seen, settle } = open({ hasTray: true })
  keeping.apply({ keepRunning: true, needsYou: 0 })
  await settle()
  expect([keeping.keepsWindow(), seen.look?.items.map((item) => item?.label)]).toEqual([
    false,
    ['Open', undefined, 'Quit'],
  ])
  keeping.apply({ keepRunning: true, needsYou: 3 })
  expect([seen.look?.tooltip, seen.look?.needsYou, seen.badge]).toEqual(['Orrery: 3 need you', 3, 3])
  for (const item of seen.look?.items ?? []) item?.act()
  expect([seen.focused, seen.inbox, seen.quits]).toEqual([1, 1, 1])
  seen.windows = 0
  expect(keeping.staysOpen()).toBe(true)
  await settle()
  expect([seen.windows, seen.told]).toEqual([0, 0])
})

it('takes the tray away when the setting is switched off', async () => {
  const { keeping, seen, settle } = open({ hasTray: true })
  keeping.apply({ keepRunning: true, needsYou: 0 })
  await settle()
  keeping.apply({ keepRunning: false, needsYou: 0 })
  expect([seen.look, keeping.staysOpen()]).toEqual([null, false])
})

it('keeps the last window on a desktop without a tray, and tells the person', async () => {
  const { keeping, seen, settle } = open({ hasTray: false })
  keeping.apply({ keepRunning: true, needsYou: 0 })
  await settle()
  seen.windows = 2
  expect([keeping.keepsWindow(), seen.told]).toEqual([false, 0])
  seen.windows = 1
  expect([keeping.keepsWindow(), seen.told, seen.look]).toEqual([true, 1, null])
  keeping.quitting()
  expect([keeping.keepsWindow(), keeping.staysOpen()]).toEqual([false, false])
})

it('brings a window back when the tray is gone by the time the last window closes', async () => {
  const { keeping, seen, desktop, settle } = open({ hasTray: true })
  keeping.apply({ keepRunning: true, needsYou: 0 })
  await settle()
  desktop.hasTray = false
  seen.windows = 0
  expect(keeping.staysOpen()).toBe(true)
  await settle()
  expect([seen.windows, seen.told, seen.look]).toEqual([1, 1, null])
})

it('reads over D-Bus whether a desktop shows tray icons', async () => {
  const asked: string[] = []
  const answered = (answers: Readonly<Record<string, string | null | undefined>>) =>
    hasTrayHost('linux', async (program) => {
      asked.push(program)
      return answers[program]
    })
  expect(await hasTrayHost('darwin')).toBe(true)
  expect(await answered({ gdbus: '(<true>,)\n' })).toBe(true)
  expect(await answered({ gdbus: '(<false>,)\n' })).toBe(false)
  expect(await answered({ gdbus: undefined })).toBe(false)
  expect(await answered({ gdbus: null, 'dbus-send': '   variant       boolean true\n' })).toBe(true)
  expect(await answered({ gdbus: null, 'dbus-send': null })).toBe(false)
  expect(asked).toEqual(['gdbus', 'gdbus', 'gdbus', 'gdbus', 'dbus-send', 'gdbus', 'dbus-send'])
})

it('draws an icon that changes when something needs the person', () => {
  const [idle, needs] = [trayPixels(22, false), trayPixels(22, true)]
  expect([idle.length, idle.equals(needs), idle.some((part) => part > 0)]).toEqual([22 * 22 * 4, false, true])
})
