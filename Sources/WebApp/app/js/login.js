// Asks for the password, and opens the app.

import { englishLogin } from './i18n/en/login.js';
import { addEnglish, afterWait, bestLanguage, setLanguage, t, translatePage } from './i18n/i18n.js';

addEnglish(englishLogin);

const password = document.getElementById('password');
const submit = document.getElementById('submit');
const problem = document.getElementById('problem');

function remembered() {
  try { return localStorage.getItem('homenet.language'); } catch { return null; }
}

await setLanguage(remembered() ?? bestLanguage(navigator.languages));
translatePage(document);
document.title = `${t('app.name')}: ${t('login.title')}`;
password.placeholder = t('login.password');
password.focus();

async function logIn() {
  const response = await fetch('api/v1/session', {
    method: 'POST', credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ password: password.value }),
  });
  // Back to where the password was asked for: a hash is of this page, wherever it leads.
  if (response.ok) return location.replace(`./${location.hash}`);
  const wait = Number(response.headers.get('Retry-After')) || 60;
  problem.textContent = response.status === 429 ? t('login.wait', { when: afterWait(wait) })
    : response.status === 401 ? t('login.wrong')
      : response.status === 503 ? t('login.unreadable') : t('login.failed');
  password.select();
  return null;
}

document.getElementById('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  submit.disabled = true;
  problem.textContent = '';
  try {
    await logIn();
  } catch {
    problem.textContent = t('login.failed');
  }
  submit.disabled = false;
});
