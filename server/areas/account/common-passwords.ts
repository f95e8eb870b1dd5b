/** Passwords that attackers try first [ACC-5]. The list leaves out shorter ones: they fail the minimum length anyway. */

/** In lower case. A password is looked up as typed, and again without spaces and signs. */
const COMMON = new Set(
  `
123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 12345678910 123456789101 123456789123
1234567891234 123456781234 123412341234 123123123123 012345678901 098765432109 987654321098 9876543210123
qwertyuiop12 qwertyuiop123 qwertyuiop1234 qwertyuiopas qwertyuiopasd qwertyuiopasdf qwertyuiopasdfgh
qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm qwerty123456 qwerty1234567 qwerty12345678 qwerty123456789
qwertyqwerty qwertyqwerty1 qwertzuiopas qwertzuiop123 qwertz123456 azertyuiop12 azertyuiop123 azerty123456
azertyuiopqs asdfghjkl123 asdfghjkl1234 asdfghjklzxc asdfghjklzxcvbnm asdfasdfasdf asdfghjkl123456 zxcvbnm12345
zxcvbnm123456 zxcvbnmasdfghjkl 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r1q2w3e4r 1qaz2wsx3edc
1qaz2wsx3edc4rfv qazwsxedcrfv qazwsxedc123 qazwsx123456 q1w2e3r4t5y6 zaq12wsxcde3 zaq1zaq1zaq1 a1b2c3d4e5f6
abc123456789 abc123abc123 abcd12345678 abcdef123456 abcdefg12345 abcdefg1234567 abcdefghijkl abcdefghijklm
abcdefghijklmnop abcdefghijklmnopqrstuvwxyz aaa111bbb222 aa123456789 a123456789012 a12345678910 123456789abc
123456abcdef 123abc123abc 123qweasdzxc 123qwe123qwe qwe123qwe123 qweasdzxc123 qweasdzxcqwe qwer1234qwer asd123asd123
password1234 password12345 password123456 password1234567 password12345678 password123456789 password2020
password2021 password2022 password2023 password2024 password2025 password2026 passwordpassword password1password
passw0rd1234 passw0rd12345 passw0rd123456 passw0rdpassw0rd mypassword12 mypassword123 mypassword1234 thepassword1
newpassword1 newpassword12 newpassword123 yourpassword passwordabcd passwordqwerty password0123 motdepasse12
motdepasse123 motdepassemotdepasse contrasena12 contrasena123 contraseña12 contraseña123 contraseñacontraseña
passwort1234 passwort12345 passwort123456 passwortpasswort wachtwoord12 wachtwoord123 wachtwoordwachtwoord
haslohaslo12 haslo1234567 haslo12345678 haslo123456789 hasło1234567 parolachiave parolachiave1 miaparola123
letmein12345 letmein123456 letmeinletmein welcome12345 welcome123456 welcomewelcome welcome2024! welcome12024
iloveyou1234 iloveyou12345 iloveyou123456 iloveyouiloveyou iloveyouforever iloveyou4ever iloveyousomuch iloveyoubaby
iloveyou2024 iloveyou2025 tiamotiamo12 tiamo1234567 tiamo12345678 tiamotantissimo tiamopersempre amoremio1234
amoremio12345 amoremioamore tequierotequiero tequieromucho tequiero1234 jetaimejetaime jetaime12345 jetaime123456
ichliebedich ichliebedich1 ichliebedich123 ikhouvanjou1 ikhouvanjou ikhouvanjou123 kochamcie123 kochamciebardzo
mojehaslo123 princess1234 princess12345 princess123456 sunshine1234 sunshine12345 sunshine123456 football1234
football12345 football123456 baseball1234 baseball12345 basketball12 basketball123 superman1234 superman12345
batman123456 spiderman123 spiderman1234 starwars1234 starwars12345 starwars1977 pokemon12345 pokemon123456
dragon123456 dragondragon monkey123456 monkeymonkey shadow123456 master123456 killer123456 charlie12345 michael12345
michelle1234 jennifer1234 jessica12345 alexander123 alexandra123 francesco123 alessandro12 alessandro123 alessandra123
giuseppe1234 juventus1234 juventus1897 forzajuventus forzamilan12 forzainter12 forzanapoli1 napoli192612 liverpool123
liverpool1234 liverpoolfc1 manchester12 manchester123 manchesterunited barcelona123 barcelona1234 realmadrid12
realmadrid123 realmadrid1902 bayernmunchen computer1234 computer12345 internet1234 internet12345 samsung12345
samsung123456 facebook1234 facebook12345 whatsapp1234 changeme1234 changeme12345 changemechangeme administrator
administrator1 admin1234567 admin12345678 admin123456789 adminadmin12 adminadminadmin administrator123 root12345678
rootrootroot test12345678 test123456789 testtesttest testtest1234 testing12345 testingtesting default12345
guest1234567 hello1234567 hello12345678 hello123456789 hellohello12 helloworld12 helloworld123 helloworld1234
trustno11234 trustnoone12 whatever1234 whatever12345 correcthorsebatterystaple supersecret1 supersecret123
secret123456 secretsecret topsecret123 verysecret12 dontforget12 idontknow123 ilovemyself1 ilovemylife1 ilovemymom12
ilovemydad12 ilovejesus12 jesuschrist1 jesusislord1 godisgood123 godislove123 blessed12345 summer123456 winter123456
dating123456 datingsite12 lovelove1234 lovelovelove loveme123456 sexsexsexsex sexy12345678 sexy123456789
`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '0123456789', 'qwertyuiopasdfghjklzxcvbnm', 'qwertzuiop', 'azertyuiop']

/**
 * True for a password that an attacker tries first: a listed one, a repeated piece, a row of the keyboard or the
 * alphabet, or a word known about the member with a few signs.
 * @param site the name of the site
 */
export const isCommonPassword = (
  password: string,
  { name, email }: { name: string; email: string },
  site: string,
): boolean => {
  const known = [name, email, email.split('@')[0] ?? '', site]
  const plain = password.normalize('NFC').toLowerCase()
  const bare = plain.replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (COMMON.has(plain) || COMMON.has(bare)) return true
  if (new Set(plain).size <= 3 || /^(.{1,6})\1+$/u.test(plain)) return true
  if (bare.length > 0 && ROWS.some((row) => isAlong(row, bare))) return true
  return known.some((word) => isLittleMoreThan(plain, word.toLowerCase()))
}

const isAlong = (row: string, text: string): boolean => {
  const there = row.repeat(Math.ceil(text.length / row.length) + 1)
  return there.includes(text) || there.includes(Array.from(text).toReversed().join(''))
}

/** Up to four signs around a known word of three or more letters make it no safer. */
const isLittleMoreThan = (password: string, word: string): boolean =>
  word.length >= 3 && password.includes(word) && password.length - word.length <= 4
