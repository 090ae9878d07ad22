// Objects of the program that live as long as graphs use them (cudaUserObject_t).
#pragma once

#include "emulator/runtime/entry_points.hpp"

namespace simt::runtime {

// Destroys the program's object at its end: each reference of the program or of a graph holds it by a shared_ptr.
class UserObject {
  public:
    UserObject(void* object, cudaHostFn_t destroy) : object_(object), destroy_(destroy) {}
    ~UserObject() { destroy_(object_); }
    UserObject(const UserObject&) = delete;
    UserObject& operator=(const UserObject&) = delete;

  private:
    void* object_;
    cudaHostFn_t destroy_;
};

}  // namespace simt::runtime
