import type { START_SENTENCES } from '../en/start-sentences.ts'

/** The start sentences in Chinese. */
export const START_SENTENCES_ZH = {
  'db.held':
    '另一个程序占用了数据库 {place}，因此 Orrery 没有启动。没有作任何改动。请关闭其他 Orrery 以及正在备份或查看该文件的程序，然后重新启动。',
  'db.denied':
    'Orrery 无权打开或写入 {place}（{code}），因此没有启动。没有作任何改动。请确认该文件及其文件夹属于你且不是只读的，然后重新启动。',
  'db.noSpace':
    '磁盘上没有空间存放 {place}，因此 Orrery 没有启动。已保存的内容都是安全的。请腾出一些空间，然后重新启动。',
  'db.diskFails':
    '磁盘没有正常读写 {place}（{code}），因此 Orrery 没有启动。该文件保持原样。请确认磁盘已连接且状态良好，然后重新启动。',
  'db.broken':
    '数据库 {place} 已损坏，或者不是数据库。文件保持原样。可以把它移走后重新开始，也可以用你自己的备份，或升级时留在备份文件夹中的副本替换它。',
  'db.empty':
    '数据库 {place} 是空的：它只有 0 字节，断电或磁盘已满时可能如此。Orrery 没有启动，文件保持原样。请用你自己的备份或备份文件夹中的副本替换它。如果不需要原来的对话，请把它移走。',
  'home.inUse': '另一个 Orrery 正在使用此主目录。请等它结束后再启动。',
  'home.inUseByRun': '正被 Orrery 命令行使用（进程 {process}）。',
  'home.windowClosed': '此命令使用的 Orrery 窗口已关闭。',
  'home.inUseByWindow': '正被 Orrery 窗口使用（进程 {process}）。',
  'home.notFolder':
    'Orrery 需要文件夹的位置是一个文件：{place}。Orrery 没有启动，没有作任何改动。请把该文件移走，然后重新启动。',
  'db.stepFailed': '无法更新数据表（步骤 {step}）。文件保持这一步之前的样子；备份文件夹中有一份副本。',
  'db.newer':
    '这个数据库由更新的 Orrery 写成（数据表版本 {version}，当前版本只认识 {newest}）。没有作任何改动。请启动更新的版本，或使用另一个 ORRERY_HOME。',
} as const satisfies Readonly<Record<keyof typeof START_SENTENCES, string>>
