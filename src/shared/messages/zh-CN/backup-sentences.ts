import type { BACKUP_SENTENCES } from '../en/backup-sentences.ts'

/** The backup sentences in Chinese. */
export const BACKUP_SENTENCES_ZH = {
  'backup.nothing': '{place} 中没有 Orrery 数据库，没有可备份的内容。',
  'backup.noFolder': '文件夹 {place} 不存在。没有写入任何内容。请创建它，或指定另一个文件夹。',
  'backup.inHome':
    '备份不能放在它所复制的文件夹内。没有写入任何内容。请指定其他位置的文件夹，最好在另一块磁盘上，例如与 {place} 同级。',
  'backup.noRoom':
    '{place} 空间不足：备份需要 {needed} MiB，可用 {free} MiB。没有写入任何内容。请腾出空间，或指定另一个文件夹。',
  'backup.full': '{place} 所在的磁盘已满。未完成的副本已删除，原有数据没有改动。请腾出空间后重试。',
  'backup.refused':
    '复制到 {place} 失败（{code}）。未完成的副本已删除，原有数据没有改动。请确认你有写入权限且磁盘已连接，然后重试。',
  'backup.damaged':
    '数据库 {place} 的副本未通过检查：文件已损坏，或不是 Orrery 数据库。副本已删除，文件没有改动。请使用更早的备份，或备份文件夹中的副本。',
  'backup.broken': '备份 {place} 的数据库未通过检查。没有作任何改动。请选择更早的备份。',
  'backup.notWhole': '{place} 不是完整的 Orrery 备份。没有作任何改动。请指定 orrery-backup-… 文件夹本身。',
  'backup.notTakenIn':
    '恢复的备份无法就位（{code}）。请重新启动 Orrery 以继续。备份在 {restore}，之前的数据在 {replaced}；没有删除任何内容。',
  'backup.chooseAgain': '此备份是之前选择的，请重新选择。',
  'backup.working': '正在创建另一个副本。请等它完成，或停止它。',
  'backup.homeFull':
    '{place} 中已有内容，因此没有恢复，也没有作任何改动。请移走该文件夹，或把 ORRERY_HOME 设为新的文件夹。',
} as const satisfies Readonly<Record<keyof typeof BACKUP_SENTENCES, string>>
