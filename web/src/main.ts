import './parts/keyboard' // from the first key on
import { mount } from 'svelte'
import App from './App.svelte'
import './styles.css'
import { preferred, speak } from './words/words.svelte'

await speak(preferred())
mount(App, { target: document.getElementById('app')! })
