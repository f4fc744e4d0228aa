import type { AppError } from '#shared/errors.ts'
import { filled } from '#shared/filled.ts'
import { START_SENTENCES_ZH } from '#shared/start-sentences.ts'

/** The few words the shell says itself; everything else is said by the page. */
const WORDS = {
  en: {
    file: 'File',
    newWindow: 'New Window',
    closeWindow: 'Close Window',
    quit: 'Quit Orrery',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    pastePlain: 'Paste as Plain Text',
    selectAll: 'Select All',
    view: 'View',
    reload: 'Reload',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    zoomReset: 'Actual Size',
    fullScreen: 'Full Screen',
    devTools: 'Developer Tools',
    help: 'Help',
    openLogs: 'Open Logs Folder',
    addToDictionary: 'Add to Dictionary',
    chooseFolder: 'Choose a folder',
    exportChat: 'Export chat',
    importChat: 'Import chat',
    chatFiles: 'Chats',
    ok: 'OK',
    wait: 'Wait',
    stopIt: 'Stop It',
    inUseDetail: 'The window opens when the command has ended. Stopping it keeps what it has done so far.',
    notStarted: 'Orrery could not start',
    notOpened: 'The project could not be opened',
    noChat: 'The chat cannot be shown',
    noRun: 'The workflow run cannot be shown',
    bug: 'Something went wrong inside Orrery',
    bugDetail:
      'You can go on working. If something behaves oddly, start Orrery again. The log says what happened: ',
    bugAtStart:
      'This is a fault in Orrery. Start it again; if that does not help, the log says what happened: ',
    pageLost: 'The window keeps crashing',
    pageLostDetail:
      'Your work is safe and runs go on. Quit Orrery and start it again; the log says what happened: ',
  },
  zh: {
    file: '文件',
    newWindow: '新建窗口',
    closeWindow: '关闭窗口',
    quit: '退出 Orrery',
    edit: '编辑',
    undo: '撤销',
    redo: '重做',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    pastePlain: '粘贴为纯文本',
    selectAll: '全选',
    view: '视图',
    reload: '重新加载',
    zoomIn: '放大',
    zoomOut: '缩小',
    zoomReset: '实际大小',
    fullScreen: '全屏',
    devTools: '开发者工具',
    help: '帮助',
    openLogs: '打开日志文件夹',
    addToDictionary: '添加到词典',
    chooseFolder: '选择文件夹',
    exportChat: '导出对话',
    importChat: '导入对话',
    chatFiles: '对话',
    ok: '好',
    wait: '等待',
    stopIt: '停止它',
    inUseDetail: '该命令结束后，窗口就会打开。停止它不会丢失已完成的内容。',
    notStarted: 'Orrery 无法启动',
    notOpened: '无法打开项目',
    noChat: '无法显示该对话',
    noRun: '无法显示该工作流运行',
    bug: 'Orrery 内部出错',
    bugDetail: '你可以继续工作。如果发现异常，请重新启动 Orrery。详情见日志：',
    bugAtStart: '这是 Orrery 自身的故障。请重新启动；如果没有改善，详情见日志：',
    pageLost: '窗口反复崩溃',
    pageLostDetail: '你的工作没有丢失，运行仍在继续。请退出 Orrery 再重新启动；详情见日志：',
  },
} as const

export type Words = Readonly<Record<keyof (typeof WORDS)['en'], string>>

/** The words for a system language, given as a BCP 47 tag. */
export function wordsFor(locale: string): Words {
  return locale.toLowerCase().startsWith('zh') ? WORDS.zh : WORDS.en
}

/** Why the app did not start, in the words of the system's language where there are any. */
export function startProblem({ message, said }: AppError, locale: string): string {
  if (wordsFor(locale) === WORDS.en || said === null) return message
  const texts: Readonly<Record<string, string>> = START_SENTENCES_ZH
  if (!said.every(({ name }) => Object.hasOwn(texts, name))) return message
  return said.map(({ name, facts }) => filled(texts[name] ?? '', facts)).join('')
}
