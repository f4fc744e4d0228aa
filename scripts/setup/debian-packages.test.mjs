import { describe, expect, it } from 'vitest'
import {
  ensureDebianPackages,
  headlessPackages,
  installCommand,
  parseInstalled,
  windowPackages,
} from './debian-packages.mjs'

describe('parseInstalled', () => {
  it('takes installed packages only, not those whose settings were left behind', () => {
    const answer = 'libnss3 installed\nxvfb config-files\nlibgtk-3-0t64 installed\n'
    expect([...parseInstalled(answer)]).toEqual(['libnss3', 'libgtk-3-0t64'])
  })

  it('finds nothing in an empty answer', () => {
    expect(parseInstalled('').size).toBe(0)
  })
})

it('names the newer spelling first, since the older one is only virtual on newer releases', () => {
  const names = [...windowPackages, ...headlessPackages]
  const renamed = names.filter((each) => each.length > 1)
  expect(renamed).toEqual([
    ['libgtk-3-0t64', 'libgtk-3-0'],
    ['libasound2t64', 'libasound2'],
  ])
})

it('gives one command that installs everything', () => {
  expect(installCommand(['xvfb', 'xauth'])).toBe(
    'sudo apt-get update && sudo apt-get install -y --no-install-recommends xvfb xauth',
  )
})

/**
 * A Debian machine on which everything but `missing` is there. Keeps what is run there, and fails `apt-get install` where
 * it is told to.
 * @param {{ missing: readonly string[], isRoot: boolean, fails?: boolean, platform?: string }} given
 */
function debian({ missing, isRoot, fails = false, platform = 'linux' }) {
  /** @type {string[]} */
  const ran = []
  /** @type {string[]} */
  const notes = []
  const progress = {
    note: (/** @type {string} */ text) => void notes.push(text),
    step: async (/** @type {string} */ label, /** @type {() => Promise<any>} */ work) => {
      notes.push(label)
      return await work()
    },
  }
  const machine = {
    platform,
    isRoot,
    find: async (/** @type {string} */ name) => `/usr/bin/${name}`,
    run: async (/** @type {string} */ program, /** @type {readonly string[]} */ args) => {
      ran.push([program, ...args].join(' '))
      const names = args.filter((arg) => !arg.startsWith('-'))
      const stdout = {
        'dpkg-query': names.map((name) => `${name} ${missing.includes(name) ? 'unknown' : 'installed'}\n`),
        'apt-cache': names.map((name) => `Package: ${name}\n`),
      }[program]
      const ok = !(fails && args.includes('install'))
      const text = (stdout ?? []).join('')
      return { ok, code: ok ? 0 : 100, timedOut: false, stdout: text, output: ok ? text : 'E: no space left' }
    },
  }
  return { ran, notes, ready: () => ensureDebianPackages(progress, machine) }
}

describe('the sandbox of commands', () => {
  const missing = ['bubblewrap', 'socat']

  it('is installed where set-up may', async () => {
    const { ran, notes, ready } = debian({ missing, isRoot: true })
    await ready()
    expect(notes).toEqual(['Installing Debian packages (bubblewrap, socat)'])
    expect(ran.at(-1)).toMatch(/^apt-get install .*-y --no-install-recommends bubblewrap socat$/)
  })

  it('is named with its command where set-up may not, and nothing is installed', async () => {
    const { ran, notes, ready } = debian({ missing, isRoot: false })
    await ready()
    expect(notes).toEqual([
      'For the sandbox of commands, the tests, and to start without a display, also run: sudo apt-get update && sudo apt-get install -y --no-install-recommends bubblewrap socat',
    ])
    expect(ran.filter((line) => line.startsWith('apt-get'))).toEqual([])
  })

  it('stops set-up with the words of apt-get where it cannot be installed', async () => {
    const { ready } = debian({ missing, isRoot: true, fails: true })
    await expect(ready()).rejects.toThrow(/could not install bubblewrap, socat\.\s+E: no space left/)
  })

  it.each([
    ['everything is there', { missing: [], isRoot: true }],
    ['the system is another one', { missing, isRoot: true, platform: 'darwin' }],
  ])('is left alone where %s', async (_where, given) => {
    const { ran, notes, ready } = debian(given)
    await ready()
    expect([notes, ran.filter((line) => line.startsWith('apt-get'))]).toEqual([[], []])
  })
})
