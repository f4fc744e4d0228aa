/** Messages about backups of the home. */
export const BACKUP_SENTENCES = {
  'backup.nothing': 'There is no Orrery database in {place}, so there is nothing to back up.',
  'backup.noFolder': 'There is no folder {place}. Nothing was written. Create it, or name another folder.',
  'backup.inHome':
    'A backup cannot lie inside the folder it copies. Nothing was written. Name a folder elsewhere, best on another disk, for example next to {place}.',
  'backup.noRoom':
    '{place} has no room for the copy: it needs {needed} MiB, and {free} MiB are free. Nothing was written. Free some space, or name another folder.',
  'backup.full':
    'The disk of {place} became full. The unfinished copy was removed, and what was copied from is unchanged. Free some space, then try again.',
  'backup.refused':
    'The copy into {place} failed ({code}). The unfinished copy was removed, and what was copied from is unchanged. See that you may write there and that the disk is connected, then try again.',
  'backup.damaged':
    'The copy of the database {place} failed its check: the file is damaged, or is no Orrery database. The copy was removed, and the file is unchanged. Use an older backup, or a copy from the backups folder.',
  'backup.broken':
    'The database of the backup {place} failed its check. Nothing was changed. Choose an older backup.',
  'backup.notWhole':
    '{place} is not a whole Orrery backup. Nothing was changed. Name the folder orrery-backup-… itself.',
  'backup.notTakenIn':
    'The restored backup could not be put in place ({code}). Start Orrery again to continue. The backup is in {restore}, your previous data in {replaced}; nothing is deleted.',
  'backup.chooseAgain': 'This backup was chosen before. Choose it again.',
  'backup.working': 'Another copy is being made. Wait for its end, or stop it.',
  'backup.homeFull':
    'There is something in {place} already, so nothing was restored or changed. Move that folder away, or set ORRERY_HOME to a new one.',
} as const
