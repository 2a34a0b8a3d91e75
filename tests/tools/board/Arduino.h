// As much of Arduino as the sketch needs, for a board whose time and pins the test moves.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <strings.h>

enum { LOW, HIGH, OUTPUT, INPUT_PULLUP, LED_BUILTIN = 13, A0, A1, A2, A3, A4, A5, PINS };
#define bitRead(value, bit) (((value) >> (bit)) & 1)

struct Line {
  std::deque<char> heard;
  void begin(long) {}
  int available() { return static_cast<int>(heard.size()); }
  int read() {
    char c = heard.front();
    heard.pop_front();
    return c;
  }
  void print(const char *text) { fputs(text, stdout); }
  void print(char sign) { putchar(sign); }
};

extern Line Serial;
unsigned long millis();
int analogRead(int pin);
int digitalRead(int pin);
void digitalWrite(int pin, int level);
void pinMode(int pin, int mode);
void setup();
void loop();
