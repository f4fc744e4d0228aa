import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type GitReads,
  type GitSetting,
  hooksPaths,
  loudSettings,
  parseGitSettings,
  settingName,
} from './git-settings.ts'

const nameOfFirst = (settings: readonly GitSetting[], reads: GitReads = 'files') => {
  const [first] = loudSettings(settings, reads)
  return first === undefined ? null : settingName(first)
}
const loud = (text: string) => {
  const settings = parseGitSettings(text)
  return settings === null ? 'cannot be read' : nameOfFirst(settings)
}

it.each<[string, string | null]>([
  ['', null],
  ['[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates\n', null],
  ['[remote "origin"]\r\n\turl = git@x:y\r\n\tfetch = +refs/heads/*:refs/remotes/origin/*\r\n', null],
  ['[branch "修复/a.b"]\n\tremote = origin\n\tmerge = "refs/heads/#1"\n', null],
  ['\ufeff[CORE] Bare=false # fsmonitor = x\n; [include]\n', null],
  ['[core]\n\tfsmonitor = false', null],
  ['[core]\n\tfsmonitor', 'core.fsmonitor'],
  ['[core]\n\tfsmonitor = true', 'core.fsmonitor'],
  ['[ core]\n\tfsmonitor = x', 'cannot be read'],
  ['[Core] FSMonitor=touch x', 'core.fsmonitor'],
  ['[core]\n\tbare = fal\\\nse\n\tfsmonitor = x', 'core.fsmonitor'],
  // A comment ends with its line, whatever it ends with.
  ['[core]\n\tbare = false # no \\\n\tfsmonitor = x', 'core.fsmonitor'],
  ['[core]\n\tbare = "a # \\" b"\n\tfsmonitor = x', 'core.fsmonitor'],
  ['[core]\n\tbare = "never closed\n\tfsmonitor = x', 'cannot be read'],
  ['[core]\n\tpager = x', 'core.pager'],
  ['[core]\n\tsshCommand = x', 'core.sshcommand'],
  ['[core]\n\tgitProxy = x', 'core.gitproxy'],
  ['[core]\n\tworktree = /', 'core.worktree'],
  ['[core]\n\tattributesFile = x', 'core.attributesfile'],
  ['[diff]\n\texternal = x', 'diff.external'],
  ['[diff "a"]\n\ttextconv = x', 'diff.a.textconv'],
  ['[diff "a"]\n\tcommand = x', 'diff.a.command'],
  ['[diff.a]\n\tcommand = x', 'diff.a.command'],
  ['[diff "a"]\n\trenames = x', 'diff.a.renames'],
  ['[filter "lfs"]\n\tclean = x', 'filter.lfs.clean'],
  ['[gpg]\n\tprogram = x', 'gpg.program'],
  ['[gpg "ssh"]\n\tprogram = x', 'gpg.ssh.program'],
  ['[alias]\n\tstatus = !x', 'alias.status'],
  ['[include]\n\tpath = x', 'include.path'],
  ['[includeIf "gitdir:/"]\n\tpath = x', 'includeif.gitdir:/.path'],
  ['[remote "x"]\n\tuploadpack = x', 'remote.x.uploadpack'],
  ['[remote "x"]\n\tpromisor = true', 'remote.x.promisor'],
  ['[extensions]\n\tpartialClone = x', 'extensions.partialclone'],
  ['[credential]\n\thelper = !x', 'credential.helper'],
  ['[status]\n\tsubmoduleSummary = true', 'status.submodulesummary'],
  ['[log]\n\tshowSignature = true', 'log.showsignature'],
  ['[trailer "x"]\n\tcmd = x', 'trailer.x.cmd'],
  ['[hook "x"]\n\tcommand = x', 'hook.x.command'],
  ['[merge "x"]\n\tdriver = x', 'merge.x.driver'],
  ['[gc]\n\tauto = 0\n\trecentObjectsHook = x', 'gc.recentobjectshook'],
  ['[branch "x"]\n\tmergeOptions = -s x', 'branch.x.mergeoptions'],
  ['[pull]\n\trebase = true\n\ttwohead = x', 'pull.twohead'],
  ['[fetch]\n\tprune = true\n\tbundleURI = x', 'fetch.bundleuri'],
  ['[init]\n\tdefaultBranch = x\n\ttemplateDir = x', 'init.templatedir'],
  ['[constructor]\n\tx = y', 'constructor.x'],
  ['fsmonitor = x', 'cannot be read'],
  ['[core', 'cannot be read'],
])('git settings %j hold %j', (text, expected) => {
  expect(loud(text)).toBe(expected)
})

it('says where hooks are kept', () => {
  const settings = parseGitSettings('[core]\n\thooksPath = ".husky/_" ; here\n\thookspath=C:\\\\x\n') ?? []
  expect([hooksPaths(settings), nameOfFirst(settings)]).toEqual([['.husky/_', 'C:\\x'], null])
})

it('never lets what stands before a program hide it', () => {
  const quiet = fc.constantFrom(
    'bare = false',
    'filemode',
    '# x',
    '; "',
    'bare = "a\\n"',
    'bare = a\\\n b',
    '\t',
  )
  const tail = fc.constantFrom('', ' # c', ' \\', '# \\', ' ; "', '\r', ' ', '"', '\\\\')
  const lines = fc.array(fc.tuple(quiet, tail).map((parts) => parts.join('')))
  fc.assert(
    fc.property(lines, (before) => {
      const text = `[core]\n${before.join('\n')}\n[core]\nfsmonitor = x\n`
      const settings = parseGitSettings(text)
      // A continued line may include the next section, as in git.
      const goesOn = before.some((line) => /(^|[^\\])(\\\\)*\\\r?$/.test(line) && !/[#;].*$/.test(line))
      if (settings !== null && !goesOn) expect(nameOfFirst(settings)).toBe('core.fsmonitor')
    }),
  )
})
