// English: the words of the log-in page.

export const englishLogin = {
  'login.title': 'Who is there?',
  'login.hint': 'The password was shown where HomeNet was started.',
  'login.password': 'Password',
  'login.submit': 'Open',
  'login.wrong': 'That is not the password.',
  'login.wait': 'Too many tries. Try again {when}.',
  'login.failed': 'HomeNet can’t be reached. Is it running?',
};
