/**
 * Names of the same tools in other harnesses, in lower case without underscores. An ambiguous name has its
 * most common meaning.
 */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  read: ['readfile', 'view', 'viewfile', 'cat', 'openfile', 'fileread', 'readtextfile', 'getfilecontents'],
  write: [
    'writefile',
    'createfile',
    'create',
    'writetofile',
    'filewrite',
    'newfile',
    'savefile',
    'overwritefile',
  ],
  edit: [
    ...[
      'editfile',
      'strreplace',
      'replace',
      'replaceinfile',
      'searchreplace',
      'searchandreplace',
      'multiedit',
    ],
    ...[
      'fileedit',
      'updatefile',
      'modifyfile',
      'replacestring',
      'replacestringinfile',
      'applydiff',
      'applyedit',
    ],
    ...['applypatch', 'patch'],
  ],
  notebook_edit: ['notebookedit', 'editnotebook', 'editnotebookcell', 'notebookeditcell', 'editcell'],
  list: ['ls', 'listdir', 'listdirectory', 'listfiles', 'dir', 'listfolder', 'readdir', 'readfolder'],
  glob: [
    'find',
    'findfiles',
    'filesearch',
    'findfile',
    'globsearch',
    'searchfilesbyname',
    'findbyname',
    'globfiles',
  ],
  grep: [
    ...[
      'search',
      'grepsearch',
      'searchfiles',
      'ripgrep',
      'rg',
      'searchcode',
      'codesearch',
      'searchfilecontent',
    ],
    ...['searchtext', 'searchinfiles', 'contentsearch', 'greptool'],
  ],
  bash: [
    ...[
      'shell',
      'run',
      'runcommand',
      'runshellcommand',
      'executecommand',
      'exec',
      'terminal',
      'sh',
      'localshell',
    ],
    ...[
      'execcommand',
      'execute',
      'runinterminal',
      'runterminalcmd',
      'runterminalcommand',
      'runbash',
      'shellcommand',
    ],
    ...['execbash', 'executebash', 'powershell', 'cmd', 'containerexec', 'shellexec', 'commandline'],
  ],
  job: ['bashoutput', 'taskoutput', 'shelloutput', 'getterminaloutput', 'getcommandoutput', 'commandstatus'],
  plan: [
    'updateplan',
    'todowrite',
    'todo',
    'todos',
    'writetodos',
    'updatetodos',
    'updatetodolist',
    'settodos',
  ],
  propose_plan: ['exitplanmode', 'proposeplan', 'presentplan', 'planexit', 'planmoderespond'],
  agent: ['task', 'subagent', 'delegate', 'runagent', 'runsubagent', 'spawnagent', 'newtask', 'delegatetask'],
  stop_agent: ['stopsubagent', 'killagent', 'taskstop', 'cancelagent'],
  ask: [
    'askuser',
    'askuserquestion',
    'question',
    'askfollowupquestion',
    'askhuman',
    'askquestion',
    'userinput',
  ],
  skill: ['loadskill', 'useskill', 'readskill', 'activateskill'],
  memory_save: ['savememory', 'remember', 'memorywrite', 'creatememory', 'addmemory', 'memoryadd'],
  memory_search: ['searchmemory', 'searchmemories', 'recall', 'memoryquery'],
  notes_set: ['setnote', 'writenote', 'notewrite', 'savenote'],
  notes_get: ['getnote', 'readnote', 'noteread'],
  search_tools: ['searchtool', 'toolsearch', 'findtool', 'findtools', 'discovertools', 'listtools'],
  call_tool: ['toolcall', 'usetool', 'invoketool', 'executetool'],
}

const TOOL_OF = new Map(
  Object.entries(ALIASES).flatMap(([tool, names]) => names.map((name) => [name, tool] as const)),
)

/** The tool that other harnesses offer under a name; null for one that is not known. */
export function aliasedTool(plainName: string): string | null {
  return TOOL_OF.get(plainName) ?? null
}
