import { describe, expect, it } from 'vitest'
import { headlessPackages, installCommand, parseInstalled, windowPackages } from './debian-packages.mjs'

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
