/** Names of other harnesses for an argument, in lower case and without signs, by the name it has here. */
type Aliases = Readonly<Record<string, readonly string[]>>

const PATH = [
  ...['filepath', 'file', 'filename', 'targetfile', 'targetpath', 'absolutepath', 'relativepath', 'pathname'],
  ...['absolutefilepath', 'relativefilepath', 'relativeworkspacepath', 'filepaths', 'paths', 'files', 'uri'],
]
const FOLDER = [
  ...[...PATH, 'dirpath', 'directory', 'directorypath', 'dir', 'folder', 'folderpath', 'searchpath', 'root'],
  ...['targetdirectory', 'searchdirectory', 'basepath', 'cwd'],
]
const MULTIPLE = ['multiselect', 'multi', 'allowmultiple', 'selectmultiple', 'ismultiselect']
const QUERY = ['query', 'question', 'text', 'search', 'pattern', 'q', 'keywords', 'term']

const BY_TOOL: Readonly<Record<string, Aliases>> = {
  read: {
    path: PATH,
    offset: ['startline', 'start', 'line', 'linenumber', 'from', 'fromline', 'lineoffset', 'beginline'],
    limit: ['numlines', 'lines', 'maxlines', 'count', 'linecount', 'numberoflines', 'length'],
  },
  write: {
    path: PATH,
    content: [
      'contents',
      'filetext',
      'text',
      'filecontent',
      'filecontents',
      'data',
      'body',
      'newcontent',
      'code',
    ],
  },
  edit: {
    path: PATH,
    old_text: [
      'oldstring',
      'oldstr',
      'oldtext',
      'search',
      'find',
      'searchtext',
      'oldcontent',
      'original',
      'before',
    ],
    new_text: [
      'newstring',
      'newstr',
      'newtext',
      'replace',
      'replacement',
      'replacetext',
      'newcontent',
      'after',
    ],
    replace_all: ['replaceall', 'allowmultiple', 'all', 'multiple', 'global', 'replaceallmatches'],
  },
  notebook_edit: {
    path: [...PATH, 'notebookpath', 'notebook', 'targetnotebook'],
    action: ['editmode', 'mode', 'operation', 'command', 'edittype'],
    cell: ['cellid', 'cellnumber', 'cellindex', 'cellidx', 'id', 'number', 'index'],
    source: ['newsource', 'newstring', 'content', 'newcontent', 'code', 'text', 'newtext', 'cellcontent'],
    type: ['celltype', 'celllanguage', 'kind'],
  },
  list: { path: FOLDER },
  glob: {
    path: FOLDER,
    pattern: [
      'glob',
      'query',
      'globpattern',
      'filepattern',
      'namepattern',
      'searchpattern',
      'name',
      'patterns',
    ],
  },
  grep: {
    path: FOLDER,
    pattern: [
      'query',
      'regex',
      'searchpattern',
      'regexp',
      'search',
      'searchterm',
      'searchquery',
      'term',
      'text',
    ],
    include: ['glob', 'includepattern', 'filepattern', 'fileglob', 'includeglob', 'includes', 'globfilter'],
    output: ['outputmode', 'outputformat', 'mode'],
    context: ['c', 'contextlines', 'linesofcontext', 'around'],
    case_insensitive: ['i', 'ignorecase', 'insensitive'],
    max_results: ['headlimit', 'limit', 'maxcount', 'm', 'maxmatches', 'numresults'],
  },
  bash: {
    command: ['cmd', 'script', 'commandline', 'shellcommand', 'bashcommand', 'commands'],
    timeout_ms: ['timeout', 'timeoutmilliseconds', 'timeoutmillis'],
    description: ['desc', 'purpose', 'explanation', 'justification'],
    workdir: ['cwd', 'workingdirectory', 'workingdir', 'directory', 'dir'],
    background: ['runinbackground', 'isbackground'],
  },
  job: {
    id: ['jobid', 'taskid', 'shellid', 'bashid', 'job', 'processid'],
    action: ['op', 'operation', 'command', 'verb'],
    until: ['pattern', 'regex', 'filter', 'waitfor', 'match'],
    seconds: ['timeout', 'waitseconds', 'timeoutseconds', 'duration'],
  },
  plan: { steps: ['todos', 'plan', 'todolist', 'items', 'tasks'], goal: ['title', 'explanation', 'summary'] },
  propose_plan: { steps: ['plan', 'todos', 'items', 'tasks'], goal: ['title', 'explanation', 'summary'] },
  ask: {
    prompt: ['question', 'message', 'text', 'query'],
    choices: ['options', 'answers', 'suggestions', 'suggestedanswers'],
    multiple: MULTIPLE,
  },
  agent: {
    title: ['description', 'taskname', 'summary', 'shortdescription'],
    prompt: ['task', 'instructions', 'message', 'query'],
    agent: ['subagenttype', 'agenttype', 'agentid', 'subagent', 'agentname'],
    background: ['runinbackground'],
  },
  stop_agent: { agent: ['agentid', 'id', 'taskid', 'name'], reason: ['why', 'message', 'explanation'] },
  skill: { name: ['skill', 'skillname', 'command'] },
  search_tools: { query: [...QUERY, 'keyword', 'name', 'names', 'toolname', 'tool', 'tools'] },
  memory_search: { query: QUERY, limit: ['topk', 'k', 'maxresults', 'count'] },
  retrieve: { query: QUERY, limit: ['topk', 'k', 'maxresults', 'count'] },
  memory_save: { key: ['title', 'name'], content: ['text', 'value', 'memory', 'fact'], tags: ['labels'] },
  notes_set: { key: ['name', 'title', 'id'], content: ['value', 'text', 'note'] },
  notes_get: { key: ['name', 'title', 'id'] },
}

/** Names of what is in a list, such as a step of a plan. */
const OF_ITEMS: Aliases = {
  title: ['content', 'step', 'task', 'text', 'description', 'name', 'label', 'todo'],
  status: ['state'],
  agentId: ['agent', 'agenttype', 'subagenttype'],
  label: ['title', 'text', 'name', 'value', 'content', 'option'],
  prompt: ['question', 'message', 'text', 'query'],
  choices: ['options', 'answers', 'suggestions'],
  multiple: MULTIPLE,
}

/** Words of other harnesses for a choice among a few, by the word it is here. */
const CHOICES: Aliases = {
  running: ['inprogress', 'doing', 'active', 'started', 'ongoing', 'wip'],
  completed: ['done', 'complete', 'finished'],
  pending: ['todo', 'notstarted', 'open', 'queued', 'planned'],
  skipped: ['cancelled', 'canceled'],
  failed: ['error'],
  files: ['fileswithmatches', 'filenames', 'filesonly', 'paths'],
  content: ['lines', 'matches', 'text'],
  count: ['counts'],
}

/**
 * Arguments that are not there and change what a call does. Without them it would do something else, so such a call is
 * refused.
 */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  bash: ['env', 'environment', 'stdin', 'input', 'dryrun', 'user', 'host'],
  write: [
    'append',
    'insertline',
    'position',
    'offset',
    'startline',
    'endline',
    'line',
    'dryrun',
    'createonly',
  ],
  edit: ['dryrun', 'insertline', 'regex', 'isregex', 'useregex'],
  agent: ['dryrun', 'cwd', 'workdir', 'isolation', 'fork', 'name', 'plans'],
}

/** A name in lower case and without underscores, hyphens and spaces. */
export function plainKey(name: string): string {
  return name.toLowerCase().replace(/[_\-\s]/g, '')
}

/** Returns the argument meant by a plain name in calls of a tool; null for none. */
export function aliasedField(tool: string, name: string): string | null {
  return targetOf(BY_TOOL[tool] ?? {}, name)
}

/** The same for a member of an item of a list. */
export function aliasedMember(name: string): string | null {
  return targetOf(OF_ITEMS, name)
}

/** Returns the choice meant by a plain word; null for none. */
export function aliasedChoice(word: string): string | null {
  return targetOf(CHOICES, word)
}

/** Whether a call would do something else without an argument that its tool does not have. */
export function isMeant(tool: string, key: string, value: unknown): boolean {
  const plain = aliasedField(tool, plainKey(key)) ?? plainKey(key)
  if (tool === 'write' && plain === 'mode') return /^(a|append|insert)/i.test(String(value))
  if (tool === 'write' && plain === 'overwrite') return value === false
  return MEANT[tool]?.includes(plain) === true && !isNothing(value)
}

/** Whether a value says no more than that nothing was given. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && Object.keys(value).length === 0
}

function targetOf(aliases: Aliases, name: string): string | null {
  for (const [target, names] of Object.entries(aliases)) if (names.includes(name)) return target
  return null
}
