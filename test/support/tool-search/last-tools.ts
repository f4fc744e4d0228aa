import { type ListedTool, listedTools } from './many-tools.ts'

/** Lines as in the other tables: servers that were written when the groups of related words were closed. */
const TABLES: Readonly<Record<string, string>> = {
  travel: `
searchFlights | Finds flights between two airports on a date. | from, to, date
bookFlight | Books a seat on a flight. | flight, passenger
checkIn | Checks a passenger in and returns the boarding pass. | booking
searchHotels | Finds hotels with free rooms in a city. | city, arrival, nights#
cancelBooking | Cancels a booking and returns the fee. | booking
getVisaRules | Returns entry requirements of a country for a nationality. | country, nationality
convertCurrency | Converts an amount between currencies. | amount#, from, to
rentCar | Reserves a rental car. | place, from, to`,
  fitness: `
log_workout | Stores a finished training session. | sport, minutes#
get_steps | Returns counted steps per day. | from, to
log_meal | Stores what was eaten with its calories. | food, grams#
sleep_report | Returns hours and quality of sleep. | date
set_goal | Sets a weekly target for an activity. | activity, target#
log_weight | Stores the body weight. | kilograms#
heart_rate | Returns pulse measurements. | from, to
training_plan | Generates a plan for a race. | distance#, date`,
  school: `
create_assignment | Creates homework for a class. | class, title, due
submit_work | Hands in the work of a student. | assignment, file
grade_work | Enters a mark with feedback. | student, assignment, mark
list_students | Lists pupils of a class. | class
get_timetable | Returns the lessons of a week. | class, week#
mark_absent | Records that a pupil is missing. | student, day
message_parents | Writes to the parents of a pupil. | student, text
make_quiz | Generates multiple choice questions from a text. | text, count#`,
  picture: `
resize_image | Changes width and height of an image. | file, width#, height#
remove_background | Cuts out the subject of a photo. | file
extract_text | Recognises text in an image. | file
generate_image | Draws an image from a description. | prompt
rotate_image | Rotates an image. | file, degrees#
compress_image | Reduces the size of an image file. | file, quality#
describe_image | Returns a caption of an image. | file
list_album | Lists photos of an album. | album`,
  bank: `
list_transactions | Lists bookings of an account. | account, from, to
send_transfer | Transfers money to an IBAN. | iban, amount#
get_account_balance | Returns the balance. | account
block_card | Blocks a card at once. | card
create_standing_order | Creates a recurring transfer. | iban, amount#, interval
set_budget | Sets a spending limit per category. | category, amount#
stock_quote | Returns the price of a share. | symbol
spending_report | Sums up expenses by category. | month`,
  system: `
list_processes | Lists running programs with their memory. |
kill_process | Ends a program. | pid#
disk_usage | Returns free and used space of disks. |
print_document | Prints a document. | file, copies#?
set_clipboard | Puts text into the clipboard. | text
find_duplicates | Finds identical files. | folder
zip_folder | Packs a folder into an archive. | folder
connect_wifi | Joins a wireless network. | ssid, password`,
  language: `
translate_text | 翻译文本。 | text, target
check_grammar | 检查语法和拼写错误。 | text
text_to_speech | 将文字转换为语音。 | text, voice?
transcribe_audio | 将录音转写为文字。 | file
summarize | 生成文本摘要。 | text
rewrite | 用另一种语气改写文本。 | text, tone
define_word | 查询单词释义。 | word
make_flashcards | 根据单词表生成记忆卡片。 | words`,
}

/** 56 tools in 7 further servers. */
export const LAST_TOOLS: readonly ListedTool[] = listedTools(TABLES)
