/** A project folder as other programs keep it, with the parts that load and the faults of the others. */
export type ClaudeFolder = {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly loads: readonly string[]
  readonly faults: readonly string[]
}

const md = (header: string, body: string) => `---\n${header}\n---\n\n${body}\n`
const hooks = (value: unknown) => JSON.stringify({ hooks: value }, null, 2)
const run = (command: string, more: object = {}) => ({ type: 'command', command, ...more })

/** Folders in which every part is valid by the documents of its format. */
const SOUND: readonly ClaudeFolder[] = [
  {
    name: 'a reviewer with tools in one line',
    files: {
      '.claude/agents/code-reviewer.md': md(
        'name: code-reviewer\ndescription: Reviews a change. Use after edits.\ntools: Read, Grep, Glob, Bash\nmodel: sonnet',
        'You review code.',
      ),
    },
    loads: ['agent code-reviewer allow=read,grep,glob,bash'],
    faults: [],
  },
  {
    name: 'an agent that inherits tools and model, with unknown keys',
    files: {
      '.claude/agents/debugger.md': md(
        'name: debugger\ndescription: "Finds causes: errors, failing tests"\nmodel: inherit\nmemory: project\nisolation: worktree',
        'You find the cause.',
      ),
    },
    loads: ['agent debugger'],
    faults: [],
  },
  {
    name: 'an agent with tools as a list, in a folder of its own, under another file name',
    files: {
      '.claude/agents/data/Data Scientist.md': md(
        'name: data-scientist\ndescription: Writes queries.\ntools:\n  - Read\n  - Bash\n  - mcp__warehouse__query\ncolor: green',
        'You write SQL.',
      ),
    },
    loads: ['agent data-scientist allow=read,bash,mcp__warehouse__query'],
    faults: [],
  },
  {
    name: 'an agent that refuses tools and only plans',
    files: {
      '.claude/agents/planner.md': md(
        'name: planner\ndescription: Plans.\ndisallowedTools: Write, Edit, NotebookEdit\npermissionMode: plan\nmaxTurns: 12',
        'You plan.',
      ),
    },
    loads: ['agent planner deny=write,edit,notebook_edit mode=plan'],
    faults: [],
  },
  {
    name: 'an agent whose description is not YAML',
    files: {
      '.claude/agents/tester.md': md(
        'name: tester\ndescription: Use this agent when: tests fail. Example: user: "run them" <commentary>go</commentary>\ntools: Bash, Read',
        'You run tests.',
      ),
    },
    loads: ['agent tester allow=bash,read'],
    faults: [],
  },
  {
    name: 'a plain command without a header',
    files: { '.claude/commands/explain.md': 'Explain $ARGUMENTS to a newcomer.\n' },
    loads: ['command explain'],
    faults: [],
  },
  {
    name: 'a commit command with tools and shell commands',
    files: {
      '.claude/commands/commit.md': md(
        'allowed-tools: Bash(git add:*), Bash(git status:*), Bash(git commit:*)\ndescription: Create a git commit\nargument-hint: [message]',
        '- Status: !`git status`\n- Diff: !`git diff HEAD`\n\nCommit: $ARGUMENTS',
      ),
    },
    loads: [
      'command commit hint=[message] allow=git add,git add *,git status,git status *,git commit,git commit *',
    ],
    faults: [],
  },
  {
    name: 'a command with two hints in brackets, which is not YAML',
    files: {
      '.claude/commands/review-pr.md': md(
        'description: Review a pull request\nargument-hint: [pr-number] [priority]',
        'Review PR #$1 with priority $2.',
      ),
    },
    loads: ['command review-pr hint=[pr-number] [priority]'],
    faults: [],
  },
  {
    name: 'commands in folders, two of one name',
    files: {
      '.claude/commands/frontend/component.md': md('description: A component', 'Make $1.'),
      '.claude/commands/backend/component.md': md('description: A service', 'Make $1.'),
    },
    loads: ['command backend:component', 'command frontend:component'],
    faults: [],
  },
  {
    name: 'a command with an underscore, a model and files',
    files: {
      '.claude/commands/fix_issue.md': md(
        'description: Fix an issue\nmodel: claude-sonnet-4-5\ndisable-model-invocation: true',
        'Fix @src/$1 by @docs/style.md. {{ not a variable here }}',
      ),
    },
    loads: ['command fix_issue'],
    faults: [],
  },
  {
    name: 'a skill with all six keys',
    files: {
      '.claude/skills/pdf-forms/SKILL.md': md(
        'name: pdf-forms\ndescription: Fills forms.\nlicense: MIT\ncompatibility: needs python\nmetadata:\n  author: us\nallowed-tools: Bash(python:*) Read',
        'Fill the form.',
      ),
      '.claude/skills/pdf-forms/scripts/fill.py': 'print()\n',
    },
    loads: ['skill pdf-forms allow=python,python *,'],
    faults: [],
  },
  {
    name: 'a skill without a name, with keys of another program',
    files: {
      '.claude/skills/house-style/SKILL.md': md(
        'description: How we write.\ndisable-model-invocation: true\nuser-invocable: true',
        'Short sentences.',
      ),
    },
    loads: ['skill house-style'],
    faults: [],
  },
  {
    name: 'a skill in the common folder',
    files: {
      '.agents/skills/release/SKILL.md': md('name: release\ndescription: Makes a release.', 'Tag it.'),
    },
    loads: ['skill release'],
    faults: [],
  },
  {
    name: 'hooks for tools, with a time and without a pattern',
    files: {
      '.claude/settings.json': hooks({
        PreToolUse: [{ matcher: 'Bash', hooks: [run('./check.sh', { timeout: 10 })] }],
        PostToolUse: [{ matcher: 'Edit|MultiEdit|Write', hooks: [run('npx prettier --write .')] }],
        Stop: [{ hooks: [run('npm test')] }],
      }),
    },
    loads: [
      'hook tool.before Bash 10000',
      'hook tool.after Edit|MultiEdit|Write 60000',
      'hook run.stop * 60000',
    ],
    faults: [],
  },
  {
    name: 'hooks of all other events, beside permissions that mean nothing here',
    files: {
      '.claude/settings.json': JSON.stringify({
        permissions: { allow: ['Bash(npm run lint)'] },
        env: { A: '1' },
        hooks: {
          UserPromptSubmit: [{ hooks: [run('cat context.md')] }],
          SessionStart: [{ matcher: 'startup', hooks: [run('date')] }],
          SessionEnd: [{ hooks: [run('true')] }],
          SubagentStop: [{ hooks: [run('true')] }],
          PreCompact: [{ matcher: 'auto', hooks: [run('true')] }],
          Notification: [{ hooks: [run('notify-send hi')] }],
        },
      }),
    },
    loads: [
      'hook prompt.submit * 60000',
      'hook session.start startup 60000',
      'hook session.end * 60000',
      'hook run.stop * 60000',
      'hook compact.before auto 60000',
      'hook run.status * 60000',
    ],
    faults: [],
  },
  {
    name: 'hooks of one machine, for all tools of a server',
    files: {
      '.claude/settings.local.json': hooks({
        PreToolUse: [{ matcher: 'mcp__memory__.*', hooks: [run('echo hi')] }],
      }),
    },
    loads: ['hook tool.before mcp__memory__* 60000'],
    faults: [],
  },
  {
    name: 'settings that switch all hooks off',
    files: {
      '.claude/settings.json': JSON.stringify({
        disableAllHooks: true,
        hooks: { Stop: [{ hooks: [run('true')] }] },
      }),
    },
    loads: [],
    faults: [],
  },
  {
    name: 'a workflow',
    files: {
      '.claude/workflows/survey.js':
        "export const meta = { name: 'survey', description: 'Surveys.', phases: [{ title: 'Look' }] }\nphase('Look')\nreturn await agent('Look around')\n",
    },
    loads: ['workflow survey'],
    faults: [],
  },
  { name: 'an empty folder', files: { '.claude/settings.json': '{}' }, loads: [], faults: [] },
]

/** Folders with a fault, which must not take their neighbours along. */
const FAULTY: readonly ClaudeFolder[] = [
  {
    name: 'an agent without a name',
    files: {
      '.claude/agents/nameless.md': md('description: No name.', 'You are.'),
      '.claude/agents/good.md': md('name: good\ndescription: Good.', 'You are good.'),
    },
    loads: ['agent good'],
    faults: ['name (nameless.md'],
  },
  {
    name: 'an agent without a description',
    files: { '.claude/agents/silent.md': md('name: silent', 'You are.') },
    loads: [],
    faults: ['description (silent.md'],
  },
  {
    name: 'an agent whose name has capitals',
    files: { '.claude/agents/big.md': md('name: Big Reviewer\ndescription: Reviews.', 'You are.') },
    loads: [],
    faults: ['must be lower-case words'],
  },
  {
    name: 'an agent without a header, and one without a text',
    files: {
      '.claude/agents/plain.md': 'You are plain.\n',
      '.claude/agents/empty.md': md('name: empty\ndescription: Nothing.', ''),
    },
    loads: [],
    faults: ['empty.md has no text', 'name (plain.md'],
  },
  {
    name: 'two agents of one name',
    files: {
      '.claude/agents/a.md': md('name: twin\ndescription: One.', 'You are one.'),
      '.claude/agents/b.md': md('name: twin\ndescription: Two.', 'You are two.'),
    },
    loads: ['agent twin'],
    faults: ['already has the name twin'],
  },
  {
    name: 'an agent that refuses a tool that is none',
    files: {
      '.claude/agents/slip.md': md('name: slip\ndescription: Slips.\ndisallowedTools: Bahs', 'You are.'),
    },
    loads: [],
    faults: ['a tool that does not exist: Bahs'],
  },
  {
    name: 'a command without a text, and one with a name that cannot be typed',
    files: {
      '.claude/commands/nothing.md': md('description: Nothing', ''),
      '.claude/commands/my command.md': 'Do it.\n',
      '.claude/commands/ok.md': 'Do it well.\n',
    },
    loads: ['command ok'],
    faults: ['my command.md cannot be a command', 'nothing.md has no text'],
  },
  {
    name: 'a command with a header that is not closed',
    files: { '.claude/commands/open.md': '---\ndescription: Never ends\n\nDo it.\n' },
    loads: [],
    faults: ['open.md has no header'],
  },
  {
    name: 'a skill named unlike its folder, and one without a description',
    files: {
      '.claude/skills/tides/SKILL.md': md('name: moon\ndescription: The moon.', 'Look up.'),
      '.claude/skills/mute/SKILL.md': md('name: mute', 'Hush.'),
      '.claude/skills/good/SKILL.md': md('name: good\ndescription: Good.', 'Do good.'),
    },
    loads: ['skill good'],
    faults: ['description (mute/SKILL.md', 'must be tides'],
  },
  {
    name: 'settings that are no JSON',
    files: { '.claude/settings.json': '{ "hooks": { // soon\n } }' },
    loads: [],
    faults: ['settings.json is not valid JSON'],
  },
  {
    name: 'hooks of an unknown event, of another type and without a command',
    files: {
      '.claude/settings.json': hooks({
        PreToolUze: [{ hooks: [run('true')] }],
        Stop: [{ hooks: [{ type: 'prompt', prompt: 'Done?' }, run('npm test')] }],
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command' }] }],
      }),
    },
    loads: ['hook run.stop * 60000'],
    faults: ['PreToolUze is no event', 'hooks.Stop.0.hooks.0.type', 'hooks.PreToolUse.0.hooks.0.command'],
  },
  {
    name: 'a workflow whose description is computed',
    files: {
      '.claude/workflows/bad.js': "export const meta = { name: 'bad', description: 'a' + 'b' }\nreturn 1\n",
    },
    loads: [],
    faults: ['bad.js'],
  },
]

export const CLAUDE_FOLDERS: readonly ClaudeFolder[] = [...SOUND, ...FAULTY]
