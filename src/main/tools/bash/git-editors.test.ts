import { describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'

/** A person whose editors are windows: each waits until it is closed. */
const WINDOW = 'sh -c "sleep 30"'
const SETUP = [
  'git init -q -b main . && git config user.email mei@example.org && git config user.name Mei',
  `git config core.editor '${WINDOW}' && git config sequence.editor '${WINDOW}'`,
  'echo 1 > f && git add f && git commit -qm one && echo 2 > f && git commit -qam two && echo 3 > f',
].join(' && ')

async function repository() {
  const environment = { ...process.env, EDITOR: WINDOW, VISUAL: WINDOW, GIT_EDITOR: WINDOW }
  const project = await openToolProject({}, { environment })
  await project.run('bash', { command: SETUP })
  const last = async () => (await project.run('bash', { command: 'git log -1 --format=%s' })).text
  return { ...project, last }
}

describe.skipIf(process.platform === 'win32')('git that would open an editor', () => {
  it.each([
    ['commit without a message', 'git commit -a', 'empty commit message'],
    ['amend', 'git commit --amend -a', 'two'],
    ['rebase by hand', 'git stash -q && git rebase -i HEAD~1', 'Successfully rebased'],
    ['tag with words', 'git tag -a v1', 'no tag message'],
    [
      'go on with a rebase',
      'git commit -qam three && git checkout -q -b side HEAD~1 && echo x > f && git commit -qam side; git rebase main; echo y > f && git add f && git rebase --continue',
      'Successfully rebased',
    ],
    [
      'merge',
      'git commit -qam three && git checkout -q -b side HEAD~1 && touch g && git add g && git commit -qm side && git merge --edit main',
      'Merge made',
    ],
  ])('ends at once: %s', async (_what, command, words) => {
    const project = await repository()
    const began = performance.now()
    const { text } = await project.run('bash', { command, timeout_ms: 15_000 })
    expect(text).toContain(words)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  const writes = (text: string) => `sh -c "echo ${text} > \\"\\$1\\"" -`
  it.each([
    ['GIT_EDITOR', `GIT_EDITOR='${writes('three')}' git commit -qa`],
    ['EDITOR', `EDITOR='${writes('three')}' git commit -qa`],
    ['VISUAL', `export VISUAL='${writes('three')}'; git commit -qa`],
    ['a setting of the call', `git -c core.editor='${writes('three')}' commit -qa`],
    [
      'a rebase with GIT_SEQUENCE_EDITOR',
      `git commit -qam four && GIT_SEQUENCE_EDITOR='sed -i s/^pick/reword/' GIT_EDITOR='${writes('three')}' git rebase -q -i HEAD~1`,
    ],
    [
      'a rebase with EDITOR',
      `git commit -qam four && EDITOR='sed -i "s/^pick/reword/;s/^four/three/"' git rebase -q -i HEAD~1`,
    ],
    [
      'a rebase with a setting',
      `git commit -qam four && git -c sequence.editor='sed -i s/^pick/reword/' -c core.editor='${writes('three')}' rebase -q -i HEAD~1`,
    ],
  ])('leaves an editor alone that the command names: %s', async (_what, command) => {
    const project = await repository()
    await project.run('bash', { command, timeout_ms: 15_000 })
    expect(await project.last()).toBe('three')
  })
})
