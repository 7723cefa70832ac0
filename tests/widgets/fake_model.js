// What a widget's script sees of Jupyter: traits, change events, and a count of what it saved.
export class FakeModel {
  constructor(state) {
    this.state = state;
    this.saved = 0;
    this.listeners = {};
  }
  get(name) {
    return this.state[name];
  }
  set(name, value) {
    if (JSON.stringify(this.state[name]) === JSON.stringify(value)) return;
    this.state[name] = value;
    for (const listener of [...(this.listeners[`change:${name}`] ?? [])]) listener();
  }
  save_changes() {
    this.saved += 1;
  }
  on(event, listener) {
    (this.listeners[event] ??= []).push(listener);
  }
  off(event, listener) {
    this.listeners[event] = (this.listeners[event] ?? []).filter((each) => each !== listener);
  }
}
