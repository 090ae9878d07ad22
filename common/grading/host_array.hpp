// An array on the host that an answer gets as an argument. In one process it is memory like any other; where the answer is a process
// of its own, it lies in the memory that both share. Copy it once after the call, and compare the copy: the answer's process may go
// on writing. Expected values never lie in one.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

namespace grading {

// From now on, arrays lie in this memory.
void keep_host_arrays_in(void* memory, std::size_t bytes);

void* allocate_host_array(std::size_t bytes);
void free_host_array(void* array);

template <class Element>
class HostArray {
    static_assert(std::is_trivially_copyable_v<Element>);

  public:
    explicit HostArray(const std::vector<Element>& elements)
        : data_(static_cast<Element*>(allocate_host_array(elements.size() * sizeof(Element)))),
          size_(elements.size()) {
        if (size_ > 0) std::memcpy(data_, elements.data(), size_ * sizeof(Element));
    }
    ~HostArray() { free_host_array(data_); }
    HostArray(const HostArray&) = delete;
    HostArray& operator=(const HostArray&) = delete;

    Element* data() { return data_; }
    const Element* data() const { return data_; }
    std::vector<Element> copy() const { return {data_, data_ + size_}; }

  private:
    Element* data_;
    std::size_t size_;
};

}  // namespace grading
