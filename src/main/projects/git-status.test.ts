import { describe, expect, it } from 'vitest'
import { branchIn } from './git-branch.ts'
import { countChanges } from './git-status.ts'

describe('git', () => {
  it.each([
    ['', 0],
    ['?? a b.txt\0 M c\0', 2],
    ['R  new name\0old name\0 M c\0', 2],
    ['RM new\0old\0', 1],
    [' R new\0old\0?? R x\0', 2],
  ])('has %j as %d changed files', (output, count) => {
    expect(countChanges(output)).toBe(count)
  })

  it.each([
    ['ref: refs/heads/main\n', 'main'],
    ['ref: refs/heads/修复/舍入', '修复/舍入'],
    ['0123456789abcdef0123456789abcdef01234567\n', '01234567'],
    ['ref: refs/heads/a\u001b[31m', null],
    ['ref: refs/remotes/x', null],
    ['root:x:0:0:root', null],
    ['', null],
  ])('reads the branch in %j as %j', (head, branch) => {
    expect(branchIn(head)).toBe(branch)
  })
})
