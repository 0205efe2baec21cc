//===- Warp.cpp - Instructions that the lanes of a warp execute together --===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Parallel Synchronization and Communication Instructions": the
// executing lane waits until all non-exited lanes of the member mask have
// executed the instruction with the same qualifiers and the same mask. The
// last lane to arrive computes for all of them.
//
// Aligned instructions have no mask: all lanes of the warp execute the same
// one, and a lane that is elsewhere is an error.
//
//===----------------------------------------------------------------------===//

#include "Warp.h"
#include "Checker.h"
#include "Matrix.h"
#include "Runtime.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <cstring>

using namespace ttc;
using namespace ttc::cpu;

namespace {
bool isAligned(const Site *site) {
  switch (site->kind) {
  case SiteKind::LdMatrix:
  case SiteKind::StMatrix:
  case SiteKind::Mma:
    return true;
  default:
    return false;
  }
}

template <typename Function>
void forEachLane(uint32_t mask, Function function) {
  for (; mask; mask &= mask - 1)
    function(llvm::countr_zero(mask));
}

/// "same qualifiers": the instruction's kind and static parameters.
bool sameInstruction(const Site *a, const Site *b) {
  return a == b || (a->kind == b->kind && a->params == b->params);
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// PTX ISA, shfl.sync: `c` holds the clamp value in bits 0-4 and the mask that
/// divides the warp into segments in bits 8-12.
void shuffle(Meeting &meeting, Warp &warp) {
  int64_t mode = meeting.site->params[0];
  forEachLane(meeting.arrived, [&](unsigned lane) {
    uint64_t *in = meeting.in[lane];
    uint32_t b = in[2] & 0x1f;
    uint32_t clamp = in[3] & 0x1f;
    uint32_t segment = (in[3] >> 8) & 0x1f;
    uint32_t maxLane = (lane & segment) | (clamp & ~segment);
    uint32_t minLane = lane & segment;
    uint32_t source = lane;
    bool valid = false;
    switch (mode) {
    case ShuffleUp:
      source = lane - b;
      // For `up`, the clamp is the lowest lane of the segment.
      valid = int32_t(source) >= int32_t(maxLane);
      break;
    case ShuffleDown:
      source = lane + b;
      valid = source <= maxLane;
      break;
    case ShuffleButterfly:
      source = lane ^ b;
      valid = source <= maxLane;
      break;
    case ShuffleIndex:
      source = minLane | (b & ~segment);
      valid = source <= maxLane;
      break;
    }
    if (!valid)
      source = lane;
    if (!(meeting.arrived >> source & 1)) {
      report(&warp.threads[lane], Report::Kind::MemberMask, meeting.site,
             "reads the value of lane " + llvm::Twine(source) +
                 ", which does not execute this shuffle");
      source = lane;
    }
    meeting.out[lane][0] = meeting.in[source][1];
    meeting.out[lane][1] = valid;
  });
}

//===----------------------------------------------------------------------===//
// Votes and matches
//===----------------------------------------------------------------------===//

void vote(Meeting &meeting) {
  uint32_t ballot = 0;
  forEachLane(meeting.arrived, [&](unsigned lane) {
    ballot |= uint32_t(meeting.in[lane][1] & 1) << lane;
  });
  uint64_t result = 0;
  switch (meeting.site->params[0]) {
  case VoteAny:
    result = ballot != 0;
    break;
  case VoteAll:
    result = ballot == meeting.arrived;
    break;
  case VoteBallot:
    result = ballot;
    break;
  case VoteUniform:
    result = ballot == 0 || ballot == meeting.arrived;
    break;
  }
  forEachLane(meeting.arrived,
              [&](unsigned lane) { meeting.out[lane][0] = result; });
}

void match(Meeting &meeting) {
  bool all = meeting.site->params[0];
  forEachLane(meeting.arrived, [&](unsigned lane) {
    uint32_t same = 0;
    forEachLane(meeting.arrived, [&](unsigned other) {
      if (meeting.in[other][1] == meeting.in[lane][1])
        same |= 1u << other;
    });
    if (all) {
      bool agree = same == meeting.arrived;
      meeting.out[lane][0] = agree ? meeting.arrived : 0;
      meeting.out[lane][1] = agree;
    } else {
      meeting.out[lane][0] = same;
    }
  });
}

//===----------------------------------------------------------------------===//
// Redux
//===----------------------------------------------------------------------===//

uint32_t reduceInteger(int64_t mode, uint32_t a, uint32_t b) {
  switch (mode) {
  case ReduxAdd:
    return a + b;
  case ReduxAnd:
    return a & b;
  case ReduxOr:
    return a | b;
  case ReduxXor:
    return a ^ b;
  case ReduxMin:
    return std::min(int32_t(a), int32_t(b));
  case ReduxMax:
    return std::max(int32_t(a), int32_t(b));
  case ReduxUMin:
    return std::min(a, b);
  default:
    return std::max(a, b);
  }
}

float reduceFloat(bool isMin, bool propagateNaN, float a, float b) {
  if (std::isnan(a) || std::isnan(b)) {
    if (propagateNaN)
      return NAN;
    return std::isnan(a) ? b : a;
  }
  if (a == b)
    return std::signbit(a) == isMin ? a : b;
  return (a < b) == isMin ? a : b;
}

void redux(Meeting &meeting) {
  int64_t mode = meeting.site->params[0];
  bool absolute = meeting.site->params[1];
  bool propagateNaN = meeting.site->params[2];
  bool isFloat = mode == ReduxFMin || mode == ReduxFMax;
  bool first = true;
  uint32_t result = 0;
  forEachLane(meeting.arrived, [&](unsigned lane) {
    uint32_t value = meeting.in[lane][1];
    if (absolute)
      value &= 0x7fffffff;
    if (first)
      result = value;
    else if (isFloat)
      result = llvm::bit_cast<uint32_t>(reduceFloat(
          mode == ReduxFMin, propagateNaN, llvm::bit_cast<float>(result),
          llvm::bit_cast<float>(value)));
    else
      result = reduceInteger(mode, result, value);
    first = false;
  });
  forEachLane(meeting.arrived,
              [&](unsigned lane) { meeting.out[lane][0] = result; });
}

//===----------------------------------------------------------------------===//
// Meetings
//===----------------------------------------------------------------------===//

void perform(Meeting &meeting, Warp &warp) {
  switch (meeting.site->kind) {
  case SiteKind::Shuffle:
    return shuffle(meeting, warp);
  case SiteKind::Vote:
    return vote(meeting);
  case SiteKind::Match:
    return match(meeting);
  case SiteKind::Redux:
    return redux(meeting);
  case SiteKind::Elect: {
    unsigned leader = llvm::countr_zero(meeting.arrived);
    forEachLane(meeting.arrived,
                [&](unsigned lane) { meeting.out[lane][0] = lane == leader; });
    return;
  }
  case SiteKind::WarpSync:
    if (Checker *checker = warp.block->cluster->execution->checker.get()) {
      llvm::SmallVector<Thread *, 32> lanes;
      forEachLane(meeting.arrived,
                  [&](unsigned lane) { lanes.push_back(&warp.threads[lane]); });
      checker->synchronize(lanes);
    }
    return;
  default:
    performMatrix(meeting, warp);
  }
}

/// Runs the meeting if nobody is missing; wakes all lanes but `last`.
bool tryPerform(Warp &warp, size_t index, Thread *last) {
  Meeting &pending = warp.meetings[index];
  uint32_t needed = pending.mask & ~warp.exited;
  if ((pending.arrived & needed) != needed)
    return false;
  // The list may change while the meeting's lanes are reported about.
  Meeting meeting = pending;
  warp.meetings.erase(warp.meetings.begin() + index);
  perform(meeting, warp);
  Cluster *cluster = warp.block->cluster;
  forEachLane(meeting.arrived, [&](unsigned lane) {
    if (&warp.threads[lane] != last)
      cluster->wake(&warp.threads[lane]);
  });
  return true;
}

/// All lanes must be at the same aligned instruction.
void checkConverged(Thread *thread, const Site *site) {
  Warp &warp = *thread->warp;
  if (warp.exited)
    fail(thread, Report::Kind::Divergence, site,
         "all lanes of the warp must execute this instruction, but " +
             describeLanes(warp.exited) + " of warp " +
             llvm::Twine(warp.index) + " returned");
  for (const Meeting &other : warp.meetings)
    if (other.site != site)
      fail(thread, Report::Kind::Divergence, site,
           "all lanes of the warp must execute this instruction, but " +
               describeLanes(other.arrived) + " of warp " +
               llvm::Twine(warp.index) + " wait at '" + other.site->name + "'",
           {"the other instruction is" + atPlace(other.site)});
}
} // namespace

void ttc::cpu::meetLanes(Thread *thread, const Site *site, uint64_t *in,
                         uint64_t *out) {
  Warp &warp = *thread->warp;
  uint32_t lane = thread->state.laneid;
  uint32_t mask = warp.lanes;
  if (isAligned(site)) {
    checkConverged(thread, site);
  } else {
    mask = in[0];
    if (!(mask >> lane & 1)) {
      report(thread, Report::Kind::MemberMask, site,
             "executes the instruction, but the member mask leaves it out",
             {"the mask has " + describeLanes(mask)});
      // It goes on by itself, so that nothing else hides this report.
      mask = 1u << lane;
    }
    mask &= warp.lanes;
  }
  size_t index = 0;
  while (index < warp.meetings.size() &&
         !(warp.meetings[index].mask == mask &&
           sameInstruction(warp.meetings[index].site, site)))
    ++index;
  if (index == warp.meetings.size()) {
    warp.meetings.emplace_back();
    warp.meetings[index].site = site;
    warp.meetings[index].mask = mask;
  }
  Meeting &meeting = warp.meetings[index];
  meeting.arrived |= 1u << lane;
  meeting.in[lane] = in;
  meeting.out[lane] = out;
  thread->at = site;
  if (!tryPerform(warp, index, thread))
    suspend(thread, ThreadStatus::Waiting);
}

void ttc::cpu::laneExited(Thread *thread) {
  Warp &warp = *thread->warp;
  ++thread->block->exited;
  warp.exited |= 1u << thread->state.laneid;
  for (const Meeting &meeting : warp.meetings)
    if (isAligned(meeting.site))
      fail(thread, Report::Kind::Divergence, meeting.site,
           "returns, but " + describeLanes(meeting.arrived) + " of warp " +
               llvm::Twine(warp.index) +
               " wait here for all lanes of the warp");
  for (size_t i = 0; i < warp.meetings.size();)
    if (!tryPerform(warp, i, thread))
      ++i;
}
