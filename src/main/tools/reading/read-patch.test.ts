import { describe, expect, it } from 'vitest'
import { offeredTools } from '../../../../test/support/rigs/offered-tools.ts'
import { readCall } from './read-call.ts'
import { readPatch } from './read-patch.ts'

const UNIFIED = `diff --git a/src/a.ts b/src/a.ts
index 1234567..89abcde 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@
 import x

-const a = 1
+const a = 2
@@ -10,2 +10,3 @@ function f() {
 go()
+stop()
 end()
`
const EDITS = [
  { path: 'src/a.ts', old_text: 'import x\n\nconst a = 1', new_text: 'import x\n\nconst a = 2' },
  { path: 'src/a.ts', old_text: 'go()\nend()', new_text: 'go()\nstop()\nend()' },
]
const MARKED = `*** Begin Patch
*** Update File: src/a.ts
@@
 import x

-const a = 1
+const a = 2
@@ function f()
 go()
+stop()
 end()
*** End Patch`

describe('a patch', () => {
  it.each([
    ['a unified diff', UNIFIED, EDITS],
    ['a diff with CRLF line breaks', UNIFIED.replaceAll('\n', '\r\n'), EDITS],
    ['a marked patch', MARKED, EDITS],
    ['a hunk alone', '@@\n-a()\n+b()\n', [{ path: null, old_text: 'a()', new_text: 'b()' }]],
    ['lines alone', ' x()\n-a()\n+b()', [{ path: null, old_text: 'x()\na()', new_text: 'x()\nb()' }]],
    [
      'a line that begins like a header',
      '@@\n--- a comment\n+-- b comment\n',
      [{ path: null, old_text: '-- a comment', new_text: '-- b comment' }],
    ],
  ])('is read as edits: %s', (_, text, edits) => {
    expect(readPatch(text)).toEqual(edits)
  })

  it.each([
    ['a new file', '*** Begin Patch\n*** Add File: a.ts\n+x\n*** End Patch'],
    ['a new file of a diff', '--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1 @@\n+x\n'],
    ['a deleted file', '*** Begin Patch\n*** Delete File: a.ts\n*** End Patch'],
    ['a deleted file of a diff', '--- a/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n'],
    ['a moved file', '*** Update File: a.ts\n*** Move to: b.ts\n@@\n-x\n+y\n'],
    ['lines without a place', '@@ -3,0 +4 @@\n+x\n'],
    ['words', 'Change a to b.'],
    ['nothing', ''],
  ])('is not read when it is or has %s', (_, text) => {
    expect(readPatch(text)).toBeNull()
  })

  it('given to edit becomes edits of the file it names', async () => {
    const offered = await offeredTools()
    const acts = (name: string, args: unknown) =>
      readCall({ name, text: JSON.stringify(args) }, { offered, lengthLimit: null }).calls.map((call) => [
        call.name,
        call.args,
      ])
    const edits = EDITS.map((edit) => ['edit', edit])
    expect(acts('apply_patch', { input: MARKED })).toEqual(edits)
    expect(acts('edit', { path: 'src/a.ts', patch: UNIFIED })).toEqual(edits)
    expect(acts('edit', { path: 'src/a.ts', diff: '@@\n-a()\n+b()' })).toEqual([
      ['edit', { path: 'src/a.ts', old_text: 'a()', new_text: 'b()' }],
    ])
    // A patch of another file than the call names has no plain meaning.
    const other = { path: 'src/b.ts', patch: UNIFIED }
    expect(acts('edit', other)).toEqual([['edit', other]])
  })
})
